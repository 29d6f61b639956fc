import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './waiting.mjs';

/** Talks to the driver extension through files in `folder`. */
export const driverClient = (folder) => {
  mkdirSync(folder, { recursive: true });
  let number = 0;

  /** Hands a request over and returns a function that waits for its response (`{value}` or `{error}`). */
  const start = (request) => {
    number += 1;
    const target = join(folder, `request-${number}.json`);
    const response = join(folder, `response-${number}.json`);
    writeFileSync(`${target}.new`, JSON.stringify(request));
    renameSync(`${target}.new`, target);
    return (seconds = 60) =>
      until(
        `the driver's answer to ${request.action} ${request.name ?? request.command ?? ''}`.trim(),
        () => existsSync(response) && JSON.parse(readFileSync(response, 'utf8')),
        { seconds, everyMs: 30 },
      );
  };

  return {
    ready: () => until('the driver extension to start', () => existsSync(join(folder, 'ready')), { seconds: 90 }),
    start,
    /** The value of a request; throws what the driver reports as an error. */
    call: async (request, seconds) => {
      const { value, error } = await start(request)(seconds);
      if (error) throw new Error(`${request.action}: ${error.message}`);
      return value;
    },
  };
};

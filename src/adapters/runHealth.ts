import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastRun } from '../contract/model';
import { lastRunSchema } from '../contract/status';
import { type RunHealth, RunHealthUnwritableError } from '../ports/runHealth';
import { faultOf, namesIn, removeFile, sizeAndTime, writeWhole } from './store/cacheFiles';
import { stemOf } from './store/fileNames';

/** Folder of the recorded runs, below the cache folder. */
export const RUN_FOLDER = 'runs';

/** A repository's key, when the run ended (milliseconds since 1970 in base 36), and something no other writer has. */
const RECORD = /^([0-9a-f]{16,64})\.([0-9a-z]{9})-[0-9a-f]{16}\.json$/;
const TEMPORARY = /^[0-9a-f]{16,64}\.[0-9a-z]{9}-[0-9a-f]{16}\.json\.[0-9a-f]{16}\.tmp$/;

/** No record is longer; a longer file is damaged. */
const RECORD_BYTES = 4096;

/** A temporary file this old was left by a process that was killed. */
const ABANDONED_AFTER_MILLISECONDS = 60 * 60 * 1000;

/** How often a record may be replaced while it is looked for. */
const READ_ATTEMPTS = 5;

export interface RunHealthOptions {
  /** The cache folder; it is made when first written to. */
  readonly folder: string;
  /** Milliseconds since 1970; the time of day unless given. */
  readonly now?: () => number;
}

/** The recorded runs of one machine's cache folder. */
export interface FolderRunHealth extends RunHealth {
  /**
   * Removes every recorded run, of every repository.
   * @throws RunHealthUnwritableError when one could not be removed.
   */
  clear(): Promise<void>;
}

/** Milliseconds since 1970 as they stand in names, which sort by them. */
function stampOf(milliseconds: number): string {
  return Math.max(0, Math.trunc(milliseconds)).toString(36).padStart(9, '0').slice(-9);
}

/** A run that ended at an unknown time is the oldest. */
function endOf(time: string | null): string {
  const milliseconds = Date.parse(time ?? '');
  return stampOf(Number.isNaN(milliseconds) ? 0 : milliseconds);
}

const endInName = (name: string): string => RECORD.exec(name)?.[2] ?? '';

/** What a record says; null when it is damaged, `absent` when it was replaced since its name was read. */
function readRecord(file: string): LastRun | null | 'absent' {
  try {
    if (statSync(file).size > RECORD_BYTES) return null;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    const read = lastRunSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch (thrown) {
    return faultOf(thrown) === 'ENOENT' ? 'absent' : null;
  }
}

/** Names in a folder; none when there is no such folder or it may not be read. */
function namesNow(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Those of a repository's records, the one that ended last at the end. */
function recordsOf(names: readonly string[], stem: string): string[] {
  return names.filter((name) => RECORD.exec(name)?.[1] === stem).sort();
}

/**
 * Run health in a folder: a small file per repository. Every record is a file of its own whose name says
 * when the run ended; the latest counts, and whoever writes one removes those before it. So two processes
 * need not wait for each other, and neither can undo what the other one knows better.
 */
export function createRunHealth({ folder: cacheFolder, now = () => Date.now() }: RunHealthOptions): FolderRunHealth {
  const folder = join(cacheFolder, RUN_FOLDER);

  /** Removes what `kept` replaces, and what killed processes left. */
  const removeReplaced = async (stem: string, kept: string): Promise<void> => {
    const names = await namesIn(folder);
    const records = recordsOf(names, stem);
    // A clock that was set back leaves runs of the future: the last to be written counts, not those.
    const time = now();
    const present = stampOf(time);
    const latest = records.filter((name) => name === kept || endInName(name) <= present).at(-1);
    for (const name of records) if (name !== latest) await removeFile(folder, name);
    for (const name of names.filter((each) => TEMPORARY.test(each))) {
      const facts = await sizeAndTime(folder, name);
      if (facts !== null && Math.abs(time - facts.modifiedMs) > ABANDONED_AFTER_MILLISECONDS) await removeFile(folder, name);
    }
  };

  return {
    lastRun: async (repository) => {
      for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
        // Every question waits for this, and asking the system at once takes a third of the time.
        const latest = recordsOf(namesNow(folder), stemOf(repository)).at(-1);
        const run = latest === undefined ? null : readRecord(join(folder, latest));
        if (run !== 'absent') return run;
      }
      return null;
    },

    record: async (repository, { verdict, name, endedAt }) => {
      const stem = stemOf(repository);
      const record = `${stem}.${endOf(endedAt)}-${randomBytes(8).toString('hex')}.json`;
      const run: LastRun = { verdict, name, endedAt };
      try {
        await writeWhole(folder, record, new TextEncoder().encode(`${JSON.stringify(run)}\n`));
      } catch (thrown) {
        const fault = faultOf(thrown instanceof Error ? thrown.cause : thrown);
        throw new RunHealthUnwritableError(
          `The run could not be recorded because the cache folder cannot be written to (${fault}); allow it, free some space, or name another folder with WORKSPACE_CONTEXT_HOME.`,
          { cause: thrown },
        );
      }
      await removeReplaced(stem, record);
    },

    clear: async () => {
      let all = true;
      for (const name of await namesIn(folder)) {
        if (RECORD.test(name) || TEMPORARY.test(name)) all = (await removeFile(folder, name)) && all;
      }
      await rmdir(folder).catch(() => undefined);
      if (!all) {
        throw new RunHealthUnwritableError('Some recorded runs could not be removed; allow it and clear again.');
      }
    },
  };
}

import type { Log } from '../ports/log';
import type { SecretScanner } from '../ports/secretScanner';

/**
 * A scanner with the rules of secretlint, which are loaded when a text is first scanned. They see the text alone:
 * they read no file and open no connection.
 */
export function createSecretScanner(log: Log): SecretScanner {
  const load = (): Promise<SecretScanner> =>
    import(/* webpackChunkName: "secrets" */ './secretlint').then(({ secretlintScanner }) => secretlintScanner());
  let loading: Promise<SecretScanner> | null = null;
  return {
    scan: async (text) => {
      loading ??= load();
      try {
        return await (await loading).scan(text);
      } catch (thrown) {
        loading = null;
        // A rule's message may quote the text.
        log.warn(`Looking for secrets failed: ${thrown instanceof Error ? thrown.name : typeof thrown}.`);
        throw thrown;
      }
    },
  };
}

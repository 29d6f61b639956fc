import type { LastRun } from '../contract/model';
import type { RepositoryKey } from './store';

/** What became of the last command that ran in each repository. */
export interface RunHealth {
  /**
   * The repository's last recorded run, as any process recorded it; null when there is none, or when its
   * record cannot be read. Never throws.
   */
  lastRun(repository: RepositoryKey): Promise<LastRun | null>;
  /**
   * Records a run. Of several, whoever records them and in whatever order, the one that ended last counts.
   * @throws RunHealthUnwritableError when it could not be kept.
   */
  record(repository: RepositoryKey, run: LastRun): Promise<void>;
}

/** A run that could not be kept; `message` is a sentence for people, without any path of the machine. */
export class RunHealthUnwritableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'RunHealthUnwritableError';
  }
}

import { DEFAULT_BUDGET_BYTES, DEFAULT_BUDGET_MILLISECONDS, type WorkspaceCodeContextRequest } from '../contract/coordinatorTool';
import { PACK_BYTES } from '../contract/constants';

/** What a call may take, and each of its repositories. */
export interface Shares {
  /** How many repositories are asked side by side. */
  readonly lanes: number;
  /** Bytes of JSON of one row, its cursors aside. */
  readonly rowBytes: number;
  /** Bytes of JSON of one answer of the provider, its cursor aside: a row has more in it. */
  readonly answerBytes: number;
  /** Milliseconds of one repository. */
  readonly millis: number;
  /** Milliseconds of the call: where a lane has more repositories than others its last one gets what is left. */
  readonly wholeMillis: number;
}

/** What a row needs beside what its answer holds: its other fields, a comma. */
export const ROW_BYTES = 320;

/** `{"repositories":[],"partial":false}` */
const ENVELOPE_BYTES = 64;

/**
 * The equal shares of a call's repositories: bytes by their number, time by their number in a lane. Shares are rounded
 * down, and no answer is larger than one of code.context may be.
 */
export function sharesOf({ targets, budget, maxParallel }: Pick<WorkspaceCodeContextRequest, 'targets' | 'budget' | 'maxParallel'>): Shares {
  const bytes = budget?.bytes ?? DEFAULT_BUDGET_BYTES;
  const wholeMillis = budget?.millis ?? DEFAULT_BUDGET_MILLISECONDS;
  const lanes = Math.min(maxParallel, targets.length);
  const rowBytes = Math.floor(Math.max(0, bytes - ENVELOPE_BYTES) / targets.length);
  return {
    lanes,
    rowBytes,
    answerBytes: Math.min(PACK_BYTES, Math.max(0, rowBytes - ROW_BYTES)),
    millis: Math.floor((wholeMillis * lanes) / targets.length),
    wholeMillis,
  };
}

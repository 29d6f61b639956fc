import { progressOf } from '../../wording/progress';
import type { IndexProgress } from '../../workspace/service';

const REDRAW_MS = 100;

/** Shows how far the index is, on one line of a terminal; says nothing anywhere else. */
export function progressLine(stream: NodeJS.WriteStream): {
  readonly show: (progress: IndexProgress) => void;
  readonly clear: () => void;
} {
  let drawnAt = 0;
  let drawn = false;
  return {
    show: (progress) => {
      const now = Date.now();
      if (!stream.isTTY || now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      drawn = true;
      stream.write(`\r\u001b[K${progressOf(progress)}`);
    },
    clear: () => {
      if (drawn) stream.write('\r\u001b[K');
      drawn = false;
    },
  };
}

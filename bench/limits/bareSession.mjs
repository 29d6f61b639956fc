import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PROJECT } from '../support.mjs';

/** The bare ONNX session (bench/bareSession.cjs): a process of its own, which times nothing but its runs. */
export class BareSession {
  #child = fork(path.join(PROJECT, 'bench', 'bareSession.cjs'));

  /** Milliseconds that embedding the texts took, one a call. */
  async millisecondsOf(texts) {
    const answered = once(this.#child, 'message');
    this.#child.send(texts);
    return Number((await answered)[0]);
  }

  /** The same for each of them; the first one, which warms it up, is not told. */
  async millisecondsOfEach(texts) {
    const millis = [];
    for (const text of texts) millis.push(await this.millisecondsOf([text]));
    return millis.slice(1);
  }

  end() {
    this.#child.disconnect();
  }
}

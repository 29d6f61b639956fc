import type { Digest } from '../ports/digest';
import type { CodeContextRequest } from '../contract/codeTool';
import { WorkspaceContextError } from '../contract/errors';

/** What a cursor is bound to. */
export interface CursorBinding {
  readonly repository: string;
  readonly task: string;
  readonly generation: string;
}

const DIGEST_LENGTH = 16;
const VERSION = 'c1';
const CURSOR = /^c1\.([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-z]{1,8})\.([0-9a-f]{16})$/;

const short = (digest: Digest, text: string): string => digest.sha256(text).slice(0, DIGEST_LENGTH);

/**
 * What the cursors of an answer are bound to.
 * @param generation names the code the answer is made from.
 */
export function cursorBindingOf(digest: Digest, { repo, task, mode, keywords, scope }: CodeContextRequest, generation: string): CursorBinding {
  return {
    repository: short(digest, `repository\0${repo}`),
    task: short(digest, `task\0${JSON.stringify([task, mode, keywords, scope])}`),
    generation: short(digest, `generation\0${generation}`),
  };
}

/** A cursor that goes on after so many symbols. */
export function cursorAfter(digest: Digest, { repository, task, generation }: CursorBinding, symbols: number): string {
  const body = `${VERSION}.${repository}.${task}.${generation}.${symbols.toString(36)}`;
  return `${body}.${short(digest, body)}`;
}

/**
 * How many symbols an answer with this cursor goes on after.
 * @throws WorkspaceContextError (`invalid-argument`) when it is none of this repository, task and generation, saying which.
 */
export function symbolsBefore(digest: Digest, cursor: string, binding: CursorBinding): number {
  const [, repository, task, generation, count, seal] = CURSOR.exec(cursor) ?? [];
  const refuse = (sentence: string): never => {
    throw new WorkspaceContextError('invalid-argument', `"cursor" ${sentence}`);
  };
  if (count === undefined || seal !== short(digest, cursor.slice(0, cursor.lastIndexOf('.')))) return refuse('is none that code.context gave; leave it out to start anew.');
  if (repository !== binding.repository) return refuse('is of another repository; leave it out, or ask that one.');
  if (task !== binding.task) return refuse('is of another question; "task", "mode", "keywords" and "scope" must be the same as in the call that gave it.');
  if (generation !== binding.generation) return refuse('is of code that has changed since; leave it out to start anew.');
  return Number.parseInt(count, 36);
}

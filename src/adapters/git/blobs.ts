import type { BlobContent } from '../../ports/git';
import type { GitRunner } from './process';

const LINE_FEED = 0x0a;

/**
 * The contents of blobs of a tree, with one process. Only a partial clone that lacks some of them takes
 * three: git 2.39 and later ends there at the first missing blob, so it is asked which are missing (the
 * one question for which it does not try to fetch), and then for the others.
 * @param limit bytes; larger blobs are told and not kept.
 */
export async function readBlobContents(
  git: GitRunner,
  tree: string,
  ids: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, BlobContent>> {
  const wanted = [...new Set(ids)];
  const contents = new Map<string, BlobContent>(wanted.map((id) => [id, 'missing']));
  if (wanted.length === 0) return contents;
  if (await readInto(contents, git, wanted, limit)) return contents;
  const lacking = await missingBlobs(git, tree);
  const rest = wanted.filter((id) => contents.get(id) === 'missing' && !lacking.has(id));
  if (rest.length > 0) await readInto(contents, git, rest, limit);
  return contents;
}

/** Adds what git has of the blobs; false when it ended before it had answered about all of them. */
async function readInto(contents: Map<string, BlobContent>, git: GitRunner, ids: readonly string[], limit: number): Promise<boolean> {
  const running = git(['cat-file', '--batch'], ids.map((id) => `${id}\n`).join(''));
  for await (const { id, content } of batchEntries(running.output, limit)) contents.set(id, content);
  return (await running.ended).code === 0;
}

interface BatchEntry {
  readonly id: string;
  readonly content: Uint8Array | 'too-large';
}

/**
 * The objects in the output of `cat-file --batch`: `<id> <type> <size>`, a line feed, the contents and
 * another line feed. Lines about missing objects (`<id> missing`) are passed over, and so is an object
 * that the output ends within.
 */
export async function* batchEntries(output: AsyncIterable<Buffer>, limit: number): AsyncGenerator<BatchEntry> {
  let line: Buffer[] = [];
  let object: { readonly id: string; readonly parts: Buffer[] | null; left: number } | null = null;
  for await (const chunk of output) {
    let at = 0;
    while (at < chunk.length) {
      if (object === null) {
        const end = chunk.indexOf(LINE_FEED, at);
        line.push(chunk.subarray(at, end < 0 ? chunk.length : end));
        if (end < 0) break;
        at = end + 1;
        const [, id, size] = /^([0-9a-f]+) \w+ (\d+)$/.exec(Buffer.concat(line).toString('latin1')) ?? [];
        line = [];
        if (id !== undefined) object = { id, parts: Number(size) > limit ? null : [], left: Number(size) };
        continue;
      }
      const taken = Math.min(object.left, chunk.length - at);
      object.parts?.push(chunk.subarray(at, at + taken));
      object.left -= taken;
      at += taken;
      if (object.left > 0 || at === chunk.length) continue;
      at += 1;
      yield { id: object.id, content: object.parts === null ? 'too-large' : Buffer.concat(object.parts) };
      object = null;
    }
  }
}

/** The blobs of a tree that are not here, as `?<id>` names them. */
async function missingBlobs(git: GitRunner, tree: string): Promise<ReadonlySet<string>> {
  const running = git(['rev-list', '--objects', '--no-object-names', '--missing=print', tree, '--']);
  const missing = new Set<string>();
  let rest = '';
  for await (const chunk of running.output) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) if (text.startsWith('?')) missing.add(text.slice(1));
  }
  return missing;
}

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { FILE_BYTES } from '../../contract/constants';
import { WorkspaceContextError } from '../../contract/errors';

const wrong = (message: string, cause?: unknown): WorkspaceContextError => new WorkspaceContextError('invalid-argument', message, { cause });

/** As it was written, but for a path of the machine: its last name. */
const shown = (file: string): string => (path.isAbsolute(file) ? path.basename(file) : file);

/**
 * The arguments that a file holds as a JSON object.
 * @param option is named where the file is of no use.
 * @throws WorkspaceContextError when it cannot be read or holds anything else.
 */
export async function payloadIn(file: string, option: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    const stats = await stat(file);
    if (!stats.isFile() || stats.size > FILE_BYTES) throw wrong(`"${option} ${shown(file)}" is no file of at most 1 MiB; name one that holds a JSON object.`);
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw thrown instanceof WorkspaceContextError ? thrown : wrong(`"${option} ${shown(file)}" cannot be read; see that the file is there and that you may read it.`, thrown);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (thrown) {
    throw wrong(`"${option} ${shown(file)}" is not valid JSON; correct it there.`, thrown);
  }
  throw wrong(`"${option} ${shown(file)}" holds no JSON object; write the arguments as {"task": "…"}.`);
}

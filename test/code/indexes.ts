import { codeContentOf } from '../../src/code/content';
import { type CodeIndex, codeIndexBuilder } from '../../src/code/codeIndex';
import { languageOfCode } from '../../src/code/codeFiles';
import { readCode } from '../../src/code/readCode';
import type { CodeContent, CodeFile } from '../../src/contract/codeModel';
import type { CodeParser } from '../../src/ports/codeParser';

export function fileAt(path: string, more: Partial<CodeFile> = {}): CodeFile {
  return { path, size: 1, modifiedMs: 1, inode: 1, digest: path, key: path, blobIds: [], ...more };
}

/** An index of texts by their paths. */
export async function indexOf(parser: CodeParser, texts: Readonly<Record<string, string>>, more: Readonly<Record<string, Partial<CodeFile>>> = {}): Promise<CodeIndex> {
  const builder = codeIndexBuilder();
  for (const [path, text] of Object.entries(texts)) {
    const language = languageOfCode(path);
    const content: CodeContent = language === null ? codeContentOf(text, 'lines', null, null) : await readCode(parser, language, text, null);
    builder.add(fileAt(path, more[path]), content);
  }
  return builder.finish();
}

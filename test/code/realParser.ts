import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createTreeSitterParser } from '../../src/adapters/treeSitter/treeSitterParser';
import { treeSitterFiles } from '../../src/adapters/treeSitter/treeSitterFiles';
import { languageOfCode } from '../../src/code/codeFiles';
import { readCode } from '../../src/code/readCode';
import type { CodeContent } from '../../src/contract/codeModel';
import type { CodeParser } from '../../src/ports/codeParser';

const { resolve } = createRequire(import.meta.url);
const RUNTIME = path.join(path.dirname(resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');
const MORE = path.join(path.dirname(resolve('tree-sitter-wasms/package.json')), 'out');

export interface TestParser extends CodeParser {
  /** The grammars that were loaded, in order. */
  readonly loaded: string[];
  readonly warnings: string[];
}

/** tree-sitter with the grammars as npm installs them. */
export function realParser(elapsed?: () => number): TestParser {
  const loaded: string[] = [];
  const warnings: string[] = [];
  const files = treeSitterFiles(RUNTIME, (name) => {
    loaded.push(name);
    const own = path.join(RUNTIME, `tree-sitter-${name}.wasm`);
    return existsSync(own) ? own : path.join(MORE, `tree-sitter-${name}.wasm`);
  });
  return { ...createTreeSitterParser({ files, elapsed, log: { debug: () => undefined, warn: (line) => void warnings.push(line) } }), loaded, warnings };
}

/** What is read of a text that lies at a path. */
export async function contentAt(parser: CodeParser, file: string, text: string): Promise<CodeContent> {
  const language = languageOfCode(file);
  if (language === null) throw new Error(`${file} is no code`);
  return readCode(parser, language, text, null);
}

/** `kind scope.name` of each declaration, in the order of the text. */
export function declarationsIn({ units }: CodeContent): string[] {
  return units.filter(({ name }) => name !== '').map(({ kind, scope, name }) => `${kind} ${scope === '' ? '' : `${scope}.`}${name}`);
}

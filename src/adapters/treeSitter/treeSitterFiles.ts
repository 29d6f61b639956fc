import { createRequire } from 'node:module';
import path from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { GrammarName } from '../../ports/codeParser';

export type TreeSitterModule = typeof TreeSitter;

/** Where the runtime and the grammars lie. */
export interface TreeSitterFiles {
  /** The folder of `tree-sitter.js` and `tree-sitter.wasm`. */
  readonly folder: string;
  grammar(name: GrammarName): string;
  /** The runtime's JavaScript, loaded once until it is unloaded. */
  load(): TreeSitterModule;
  /** Forgets it: it keeps one WebAssembly instance for as long as it is loaded, a broken one too. */
  unload(): void;
}

/** The runtime and grammars of a folder where all lie side by side. */
export function treeSitterFiles(folder: string, grammar = (name: GrammarName): string => path.join(folder, `tree-sitter-${name}.wasm`)): TreeSitterFiles {
  const file = path.join(folder, 'tree-sitter.js');
  const require = createRequire(file);
  return {
    folder,
    grammar,
    load: () => require(file) as TreeSitterModule,
    unload: () => {
      delete require.cache[file];
    },
  };
}

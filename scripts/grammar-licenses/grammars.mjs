/**
 * The grammars a release holds (dist/grammars), each with its own licence: the packages they are taken from ready-made tell theirs only.
 * `asked` is what the package's build asks for, null where it does not say; which version it got is not told. `textOf` is the version
 * of the npm package of the same project whose licence text is kept beside this file.
 */
export const GRAMMARS = [
  { grammar: 'bash', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-bash', home: 'https://github.com/tree-sitter/tree-sitter-bash', license: 'MIT', asked: '^0.25.0', textOf: '0.25.1', file: 'bash.txt' },
  { grammar: 'c', within: 'tree-sitter-wasms', name: 'tree-sitter-c', home: 'https://github.com/tree-sitter/tree-sitter-c', license: 'MIT', asked: '^0.20.7', textOf: '0.20.8', file: 'c.txt' },
  { grammar: 'c-sharp', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-c-sharp', home: 'https://github.com/tree-sitter/tree-sitter-c-sharp', license: 'MIT', asked: null, textOf: '0.23.5', file: 'c-sharp.txt' },
  { grammar: 'cpp', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-cpp', home: 'https://github.com/tree-sitter/tree-sitter-cpp', license: 'MIT', asked: null, textOf: '0.23.4', file: 'cpp.txt' },
  { grammar: 'css', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-css', home: 'https://github.com/tree-sitter/tree-sitter-css', license: 'MIT', asked: '^0.25.0', textOf: '0.25.0', file: 'css.txt' },
  { grammar: 'dart', within: 'tree-sitter-wasms', name: 'tree-sitter-dart', home: 'https://github.com/UserNobody14/tree-sitter-dart', license: 'MIT', asked: 'github:UserNobody14/tree-sitter-dart', textOf: '1.0.0', file: 'dart.txt' },
  { grammar: 'elixir', within: 'tree-sitter-wasms', name: 'tree-sitter-elixir', home: 'https://github.com/elixir-lang/tree-sitter-elixir', license: 'Apache-2.0', asked: '^0.1.1', textOf: '0.1.1', file: 'elixir.txt' },
  { grammar: 'go', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-go', home: 'https://github.com/tree-sitter/tree-sitter-go', license: 'MIT', asked: '^0.25.0', textOf: '0.25.0', file: 'go.txt' },
  { grammar: 'java', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-java', home: 'https://github.com/tree-sitter/tree-sitter-java', license: 'MIT', asked: '^0.23.5', textOf: '0.23.5', file: 'java.txt' },
  { grammar: 'javascript', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-javascript', home: 'https://github.com/tree-sitter/tree-sitter-javascript', license: 'MIT', asked: '^0.25.0', textOf: '0.25.0', file: 'javascript.txt' },
  { grammar: 'kotlin', within: 'tree-sitter-wasms', name: 'tree-sitter-kotlin', home: 'https://github.com/fwcd/tree-sitter-kotlin', license: 'MIT', asked: '^0.3.1', textOf: '0.3.8', file: 'kotlin.txt' },
  { grammar: 'objc', within: 'tree-sitter-wasms', name: 'tree-sitter-objc', home: 'https://github.com/amaanq/tree-sitter-objc', license: 'MIT', asked: '^2.1.0', textOf: '2.1.0', file: 'objc.txt' },
  { grammar: 'php', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-php', home: 'https://github.com/tree-sitter/tree-sitter-php', license: 'MIT', asked: '0.24.2', textOf: '0.24.2', file: 'php.txt' },
  { grammar: 'powershell', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-powershell', home: 'https://github.com/airbus-cert/tree-sitter-powershell', license: 'MIT', asked: null, textOf: '0.26.4', file: 'powershell.txt' },
  { grammar: 'python', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-python', home: 'https://github.com/tree-sitter/tree-sitter-python', license: 'MIT', asked: '^0.25.0', textOf: '0.25.0', file: 'python.txt' },
  { grammar: 'ruby', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-ruby', home: 'https://github.com/tree-sitter/tree-sitter-ruby', license: 'MIT', asked: '^0.23.1', textOf: '0.23.1', file: 'ruby.txt' },
  { grammar: 'rust', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-rust', home: 'https://github.com/tree-sitter/tree-sitter-rust', license: 'MIT', asked: null, textOf: '0.24.0', file: 'rust.txt' },
  { grammar: 'scala', within: 'tree-sitter-wasms', name: 'tree-sitter-scala', home: 'https://github.com/tree-sitter/tree-sitter-scala', license: 'MIT', asked: '^0.19.0', textOf: '0.19.0', file: 'scala.txt' },
  { grammar: 'solidity', within: 'tree-sitter-wasms', name: 'tree-sitter-solidity', home: 'https://github.com/JoranHonig/tree-sitter-solidity', license: 'MIT', asked: 'github:JoranHonig/tree-sitter-solidity#b239a95f94cfcc6e7b3e961bc73a28d55e214f02', textOf: '1.2.13', file: 'solidity.txt' },
  { grammar: 'swift', within: 'tree-sitter-wasms', name: 'tree-sitter-swift', home: 'https://github.com/alex-pinkus/tree-sitter-swift', license: 'MIT', asked: '^0.4.0', textOf: '0.4.3', file: 'swift.txt' },
  { grammar: 'tsx', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-typescript', home: 'https://github.com/tree-sitter/tree-sitter-typescript', license: 'MIT', asked: '^0.23.2', textOf: '0.23.2', file: 'typescript.txt' },
  { grammar: 'typescript', within: '@vscode/tree-sitter-wasm', name: 'tree-sitter-typescript', home: 'https://github.com/tree-sitter/tree-sitter-typescript', license: 'MIT', asked: '^0.23.2', textOf: '0.23.2', file: 'typescript.txt' },
  { grammar: 'zig', within: 'tree-sitter-wasms', name: '@tree-sitter-grammars/tree-sitter-zig', home: 'https://github.com/tree-sitter-grammars/tree-sitter-zig', license: 'MIT', asked: '^1.0.0', textOf: '1.1.2', file: 'zig.txt' },
];

/** The runtime that runs them, as its package's cgmanifest.json has it. */
export const RUNTIME = { name: 'tree-sitter', version: '0.25.1', within: '@vscode/tree-sitter-wasm', home: 'https://github.com/tree-sitter/tree-sitter', license: 'MIT', file: 'tree-sitter.txt' };

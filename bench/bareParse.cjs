/** Parses the code of a folder with tree-sitter alone, each file by its grammar; tells how many there are and how long it took. */
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');

const { folder, grammars } = workerData;
const { Language, Parser } = require(path.join(grammars, 'tree-sitter.js'));
const { endingOf, GRAMMARS } = require('./grammars.cjs');

async function main() {
  const started = performance.now();
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' }).split('\0').filter(Boolean);
  await Parser.init({ locateFile: (name) => path.join(grammars, name) });
  const parser = new Parser();
  const languages = new Map();
  let files = 0;
  for (const file of paths) {
    const grammar = GRAMMARS[endingOf(file)];
    if (grammar === undefined) continue;
    if (!languages.has(grammar)) languages.set(grammar, await Language.load(new Uint8Array(readFileSync(path.join(grammars, `tree-sitter-${grammar}.wasm`)))));
    parser.setLanguage(languages.get(grammar));
    parser.parse(readFileSync(path.join(folder, file), 'utf8')).delete();
    files += 1;
  }
  parentPort.postMessage({ files, millis: performance.now() - started });
}

main();

import { readFile } from 'node:fs/promises';
import { createStore } from '../../src/adapters/store/store';
import { CODE_KEYS, codeContentFor, codeManifestFor } from './codeExamples';

/*
 * Run as a process of its own: writes contents of code and the list of them, round after round, until it is killed.
 * Arguments: the folder, sql.js's wasm file, the repository's key, the first round's number.
 */

const [folder, wasm, repository, firstRound] = process.argv.slice(2) as [string, string, string, string];

async function writeRounds(): Promise<void> {
  const { code } = createStore({
    folder,
    sqlWasm: () => readFile(wasm),
    log: { debug: () => undefined, warn: (message) => process.stderr.write(`${message}\n`) },
  });
  for (let round = Number(firstRound); ; round += 1) {
    await code.add(new Map(CODE_KEYS.map((key) => [`${round}-${key}`, codeContentFor(round, key)])));
    await code.writeManifest(repository, codeManifestFor(round));
    process.stdout.write(`${round}\n`);
  }
}

void writeRounds();

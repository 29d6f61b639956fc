/**
 * The passages of an index, as the product keeps them, for those that are compared with it: prints a JSON array of
 * `{ path, lines, title, headings, text }`.
 *
 *   npx vite-node bench/peers/passages.ts HOME
 *
 * HOME is the folder of an index that was made (`WORKSPACE_CONTEXT_HOME`).
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createStore } from '../../src/adapters/store/store';

const [home] = process.argv.slice(2);
const SNAPSHOT = '.sqlite';

async function passagesOf(folder: string): Promise<object[]> {
  const store = createStore({
    folder,
    sqlWasm: () => Promise.reject(new Error('Nothing is written here.')),
    log: { debug: () => undefined, warn: (message) => console.error(message) },
  });
  const keys = readdirSync(path.join(folder, 'repositories')).filter((name) => name.endsWith(SNAPSHOT)).map((name) => name.slice(0, -SNAPSHOT.length));
  const passages: object[] = [];
  for (const key of keys.sort()) {
    const reading = await store.readSnapshot(key);
    if (reading.kind !== 'found') throw new Error(`The index of a repository is ${reading.kind}.`);
    const { repository, missing } = await store.open(reading.snapshot);
    if (missing.length > 0) throw new Error(`${missing.length} documents are missing in the index.`);
    for (let handle = 0; handle < repository.passageCount; handle += 1) {
      const { document, headings, text, lines } = repository.passage(handle);
      passages.push({ path: document.path, lines, title: document.title, headings, text });
    }
  }
  return passages;
}

passagesOf(home!).then(
  (passages) => process.stdout.write(JSON.stringify(passages)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);

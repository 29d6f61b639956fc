/**
 * Parts of the product alone, for bench/limits.mjs, which bundles it and runs it in a process of its own:
 *
 *   node ours.cjs passages FOLDER FILE    splits the Markdown of a repository; writes the passages to FILE; milliseconds of the splitting
 *   node ours.cjs terms FOLDER            the terms of all passages; milliseconds, and how many
 *   node ours.cjs embed PROJECT           a process that embeds the texts it is sent, and answers with the milliseconds
 *
 * The first two print JSON. Splitting is not part of what `terms` times.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundledModel } from '../../src/adapters/embedder/bundledModel';
import { createEmbedder } from '../../src/adapters/embedder/embedder';
import { startLine } from '../../src/adapters/embedder/line';
import { contentOf } from '../../src/text/content';
import { embeddedTextOf } from '../../src/text/embeddedText';
import { contentTermsOf } from '../../src/text/terms';

const [task, folder = '.', file = ''] = process.argv.slice(2);

function documentsOf(root: string): { name: string; text: string }[] {
  return execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));
}

function timed<Result>(work: () => Result): { millis: number; value: Result } {
  const started = performance.now();
  const value = work();
  return { millis: performance.now() - started, value };
}

function split(root: string) {
  const documents = documentsOf(root);
  return timed(() => documents.map(({ name, text }) => ({ name, content: contentOf(text, 'markdown') })));
}

function passages(): void {
  const { millis, value } = split(folder);
  const texts = value.flatMap(({ name, content }) =>
    content.passages.map(({ headings, text }) => ({ path: name, text: embeddedTextOf(content.title ?? path.basename(name, '.md'), headings, text) })),
  );
  writeFileSync(file, JSON.stringify(texts));
  console.log(JSON.stringify({ millis, documents: value.length, passages: texts.length }));
}

function terms(): void {
  const { value } = split(folder);
  const { millis, value: gathered } = timed(() => value.map(({ content }) => contentTermsOf(content.passages)));
  console.log(JSON.stringify({ millis, documents: gathered.length }));
}

function embed(): void {
  const embedder = createEmbedder({
    model: bundledModel(path.join(folder, 'media/models')),
    start: () => startLine(path.join(folder, 'dist/embedder.js')),
    runtime: 'native',
    onNativeDistrusted: () => undefined,
    log: { debug: () => undefined, warn: (message) => console.error(message) },
  });
  const millisecondsOf = async (texts: readonly string[]): Promise<number> => {
    const started = performance.now();
    for await (const embedding of embedder.embed(texts)) void embedding;
    return performance.now() - started;
  };
  process.on('message', (texts: readonly string[]) => {
    void millisecondsOf(texts).then((millis) => process.send?.(millis));
  });
  process.on('disconnect', () => {
    void embedder.stop().then(() => process.exit());
  });
}

switch (task) {
  case 'passages':
    passages();
    break;
  case 'terms':
    terms();
    break;
  case 'embed':
    embed();
    break;
  default:
    throw new Error(`There is no part named "${task ?? ''}".`);
}

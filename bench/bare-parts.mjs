/**
 * The bare parts of a cold index, in a process of their own: read the documents, sha256, a block parse of
 * Markdown by markdown-it, one `git log` over the whole history. Prints JSON, in milliseconds;
 * `processor` is what all but git took of the processor, which the load of the machine changes little.
 *
 *   node bench/bare-parts.mjs FOLDER
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import MarkdownIt from 'markdown-it';

const folder = process.argv[2] ?? '.';
const DOCUMENT = /\.(md|markdown|mdx|adoc|asciidoc|rst|txt)$/i;
const options = { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 };
const files = execFileSync('git', ['ls-files', '-z'], options).split('\0').filter((name) => DOCUMENT.test(name));

const parser = new MarkdownIt('commonmark').enable('table');
const millis = {};
const before = process.cpuUsage();
const bytes = timed('read', () => files.map((name) => readFileSync(path.join(folder, name))));
timed('sha256', () => bytes.map((one) => createHash('sha256').update(one).digest('hex')));
timed('parse', () => bytes.forEach((one) => parser.block.parse(one.toString('utf8'), parser, {}, [])));
const { user, system } = process.cpuUsage(before);
timed('gitLog', () => execFileSync('git', ['--no-optional-locks', 'log', '--format=%H %ct', '--name-only', '-z'], options));
process.stdout.write(JSON.stringify({ documents: files.length, ...millis, processor: (user + system) / 1000 }));

function timed(name, work) {
  const started = performance.now();
  const result = work();
  millis[name] = performance.now() - started;
  return result;
}

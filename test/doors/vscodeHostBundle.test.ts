import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/cli';

/** What runs in the extension host: read at activation, with the first tool call, for the tree of what is indexed, and for the configuration of an agent. */
const HOST_BUNDLES = ['extension.js', 'writing.js', 'tree.js', 'chat.js', 'agents.js'];

const sourceOf = (bundle: string): string => readFileSync(path.join(PROJECT, 'dist', bundle), 'utf8');
const requiredBy = (bundle: string): string[] =>
  [...sourceOf(bundle).matchAll(/(?<!['"`])\brequire\("([^"]+)"\)/g)].map(([, name]) => (name ?? '').replace(/^node:/, ''));

describe('what runs in the extension host', () => {
  it('sees what a bundle requires (guards the checks below against a changed way of bundling)', () => {
    expect(requiredBy('extension.js')).toEqual(expect.arrayContaining(['vscode', 'worker_threads']));
  });

  it.each(HOST_BUNDLES)('%s asks for nothing that makes it wait for the file system or starts a process', (bundle) => {
    expect(requiredBy(bundle).filter((name) => ['fs', 'child_process', 'zlib', 'inspector'].includes(name))).toEqual([]);
  });

  // The library of the schemas takes 20 ms to be loaded; what is read here is what the worker checked.
  it.each(HOST_BUNDLES)('%s holds no schemas', (bundle) => {
    expect(sourceOf(bundle)).not.toMatch(/node_modules\/zod\//);
  });

  it('is small: what is not needed at activation lies elsewhere', () => {
    // 75 KB when this was written; every 10 KB take about a millisecond to be compiled on a slow machine.
    expect(sourceOf('extension.js').length).toBeLessThan(160_000);
    for (const part of ['writing.js', 'tree.js']) expect(sourceOf(part).length).toBeLessThan(64 * 1024);
  });

  it('leaves terms, ranking and the text of answers to the first call', () => {
    expect(sourceOf('extension.js')).not.toMatch(/^;\/\/ \.\/src\/(text|ranking|workspace\/(packText|packBudget|expandText))/m);
  });
});

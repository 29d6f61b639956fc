import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/cli';

const read = (name: string): string => readFileSync(path.join(PROJECT, name), 'utf8');

/** The last cells of the table's rows: what holds each rule. */
const HELD_BY = read('docs/COORDINATOR.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.test.ts'))
  .map((line) => line.split('|').at(-2)?.trim() ?? '');

/** A test's file and name, as the table writes them: `file`: name; `file`: name. */
const NAMED = HELD_BY.flatMap((cell) => cell.split(/; (?=`test\/)/)).map((one): [string, string] => {
  const [, file = '', name = ''] = /^`(test\/[^`]+)`: (.+)$/.exec(one) ?? [];
  return [file, name];
});

describe('every rule of the coordinator', () => {
  it("is in the table, beside what holds it: the user's text has at least so many", () => {
    expect(HELD_BY.length).toBeGreaterThan(35);
  });

  it.each(NAMED)('is held by a test that is there: %s: %s', (file, name) => {
    expect(file).not.toBe('');
    const source = read(file);
    // A test's name in its source, where quotes may be escaped.
    expect(source.replace(/\\'/g, "'")).toContain(name);
  });
});

describe('the room', () => {
  it('imports nothing but the contract, the ports and p-limit', () => {
    for (const name of readdirSync(path.join(PROJECT, 'src/coordinator'))) {
      for (const [, target = ''] of read(`src/coordinator/${name}`).matchAll(/from '([^']+)'/g)) {
        expect(target).toMatch(/^(\.\/\w+|\.\.\/(contract|ports)\/\w+|p-limit)$/);
      }
    }
  });
});

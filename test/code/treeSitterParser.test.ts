import { describe, expect, it } from 'vitest';
import { TYPESCRIPT_QUERY } from '../../src/code/queries/typescript';
import { contentAt, declarationsIn, realParser } from './realParser';

const MIB = 1024 * 1024;

/** Texts made to break a parser; what is expected of all is an end, and that the next text is read as ever. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a million open brackets': '('.repeat(MIB),
  'brackets in a legal number of levels, over and over': '[[[[['.repeat(150) + ';',
  'objects in objects': `x = ${'{a:'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'one mebibyte of one line': 'var a=1;'.repeat(MIB / 8),
  'a sum of a hundred thousand': `x = ${'1+'.repeat(100_000)}1;\n`,
  'nots without an end': `x = ${'!'.repeat(50_000)}1;\n`,
  'else without an end': `${'if (a) {\n} else '.repeat(20_000)}{\n}\n`,
  'arrows without an end': `x = ${'a =>\n'.repeat(20_000)}1;\n`,
  'templates in templates': '`${'.repeat(30_000),
  'smaller than, on and on': 'a<\n'.repeat(60_000),
  'what no grammar knows': '@#\u0001€ \n'.repeat(50_000),
  'lone surrogates': '\ud800\n'.repeat(10_000),
};

describe('the parser', () => {
  it('loads nothing before the first text, and of grammars only those asked for', async () => {
    const parser = realParser();
    expect(parser.loaded).toEqual([]);
    await contentAt(parser, 'a.go', 'package a\n');
    await contentAt(parser, 'b.go', 'package b\n');
    await contentAt(parser, 'c.sql', 'select 1;\n');
    expect(parser.loaded).toEqual(['go']);
  });

  it.each(Object.entries(HOSTILE))('comes to an end with %s, and reads the next text', async (_, text) => {
    const parser = realParser();
    const { reading, units } = await contentAt(parser, 'hostile.ts', text);
    // By its grammar or by its lines: it is found either way, but for one without a word in it.
    expect(['grammar', 'lines', 'failed']).toContain(reading);
    if (/\w/.test(text)) expect(units.length).toBeGreaterThan(0);
    expect(declarationsIn(await contentAt(parser, 'next.ts', 'export function next() {}\n'))).toEqual(['function next']);
  });

  it('gives the same reading of the same text, whatever it read before', async () => {
    const [used, fresh] = [realParser(), realParser()];
    for (const text of Object.values(HOSTILE).slice(0, 4)) await contentAt(used, 'hostile.ts', text);
    const text = 'export class Cart { add() {} }\n';
    expect(await contentAt(used, 'a.ts', text)).toEqual(await contentAt(fresh, 'a.ts', text));
  });

  it('reads by its lines what takes longer than anything a person wrote, and the next text as ever', async () => {
    // Ten seconds pass between any two looks at the clock, of which five are the most.
    let now = 0;
    let step = 10_000;
    const parser = realParser(() => (now += step));
    // Code of so many statements takes more than the hundred steps after which tree-sitter calls back.
    const text = 'export function slow() {}\n'.repeat(2_000);
    expect((await contentAt(parser, 'slow.ts', text)).reading).toBe('failed');
    step = 1;
    expect((await contentAt(parser, 'slow.ts', text)).reading).toBe('grammar');
  });

  it('starts its runtime anew after it broke', async () => {
    const parser = realParser();
    const ask = (text: string, query = TYPESCRIPT_QUERY) => parser.read({ grammar: 'typescript', query, text });
    expect(await ask('let a;')).toMatchObject({ kind: 'read' });
    // A query of another language does not compile: as good as a runtime that broke.
    expect(await ask('let a;', '(no_such_node) @function')).toEqual({ kind: 'failed' });
    expect(parser.warnings).toHaveLength(1);
    expect(await ask('function a() {}')).toMatchObject({ kind: 'read', hasErrors: false });
  });
});

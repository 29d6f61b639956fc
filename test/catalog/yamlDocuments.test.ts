import { describe, expect, it } from 'vitest';
import { readYamlDocuments } from '../../src/catalog/yamlDocuments';
import { isNothing, itemsOf, textAt, textRecordOf, trimmedAt, valueAt } from '../../src/catalog/yamlValue';

const read = (text: string) => readYamlDocuments('f.yaml', text);
const rootOf = (text: string) => read(text).documents[0]?.root;

describe('documents', () => {
  it('reads each document, passing over empty ones and document ends', () => {
    const { documents, notices } = read('# c\n---\na: 1\n---\na: 2\n...\n---\n---\na: 3\n---\n');
    expect(documents.map((document) => [textAt(document.root, 'a')?.text, document.line])).toEqual([['1', 3], ['2', 5], ['3', 9]]);
    expect(notices).toEqual([]);
  });

  it('tells the line of a bad document and reads the others, also after an open quote or bracket', () => {
    const { documents, notices } = read('a: 1\n---\nb: "open\n---\nc: [1,\n---\nd: 4\n');
    expect(documents.map((document) => document.line)).toEqual([1, 7]);
    expect(notices.map((notice) => notice.line)).toEqual([3, 5]);
  });

  it('keeps directives with their document', () => {
    expect(rootOf('%YAML 1.1\n---\na: no\n')).toMatchObject({ kind: 'mapping' });
    expect(read('%TAG ! tag:x,2000:\n---\na: !y z\n').notices).toEqual([]);
  });

  it('reads a byte order mark, CRLF and CR as what they are', () => {
    expect(read('\uFEFFa: 1\r\nb:\r\n  c: x\r\n').documents[0]?.line).toBe(1);
    expect(textAt(rootOf('a: 1\r\nb:\r\n  c: x\r\n'), 'b', 'c')).toMatchObject({ text: 'x', line: 3 });
    expect(textAt(rootOf('a: 1\rb: 2\r'), 'b')).toMatchObject({ text: '2', line: 2 });
  });

  it('names the line of a tab that indents', () => {
    expect(read('a: 1\n---\nb:\n\tc: 1\n').notices).toEqual([
      { path: 'f.yaml', line: 4, message: 'A tab cannot indent YAML; use spaces. This document is left out.' },
    ]);
  });

  it('does not read more than 1 MiB', () => {
    const { documents, notices } = read(`a: ${'x'.repeat(1024 * 1024)}`);
    expect(documents).toEqual([]);
    expect(notices[0]?.message).toContain('1 MiB');
  });

  it.each([
    ['brackets', '['.repeat(200_000)],
    ['braces', '{a: '.repeat(100_000)],
    ['sequences on one line', `${'- '.repeat(100_000)}x`],
    ['explicit keys on one line', `${'? '.repeat(100_000)}x`],
    ['mappings on one line', `${'a: '.repeat(100_000)}x`],
    ['indents', Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('refuses %s nested too deeply before they are parsed, and reads the next document', (_, text) => {
    const { documents, notices } = read(`${text}\n---\na: 1\n`);
    expect(documents).toHaveLength(1);
    expect(notices).toEqual([{ path: 'f.yaml', line: 1, message: 'This document is nested too deeply to be read.' }]);
  });

  it('passes over a million blank lines, also before an error', () => {
    expect(read(`a: 1\n${'\n'.repeat(1_000_000)}b: "{{ x`).notices).toMatchObject([{ line: 1_000_002 }]);
  });

  it('reads what is wide but not deep', () => {
    const wide = `a: [${'{b: [c]}, '.repeat(5_000)}]\nd: |\n${' '.repeat(60)}- [ - [ - [\ne: {${Array.from({ length: 500 }, (_, index) => `k${index}: v`).join(', ')}}\n`;
    expect(read(wide).notices).toEqual([]);
    expect(read(wide).documents).toHaveLength(1);
  });
});

describe('templates', () => {
  it.each(['name: {{NAME}}\n', '{{- if .Values.on }}\na: 1\n{{- end }}\n', '{% if x %}\na: 1\n{% endif %}\n'])('recognises %j', (text) => {
    expect(read(text).notices.map((notice) => notice.message)).toEqual([expect.stringContaining('looks like a template')]);
  });

  it('lets quoted braces and braces in comments be', () => {
    expect(read('# {{ x }}\na: "{{ x }}"\nb: {c: {d: 1}}\n').notices).toEqual([]);
  });
});

describe('values', () => {
  it('keeps scalars as they are written', () => {
    const root = rootOf('a: no\nb: 0o14\nc: 2024-01-01\nd: 1e3\ne: "5"\nf: 007\n');
    expect(textRecordOf(root)).toEqual({ a: 'no', b: '0o14', c: '2024-01-01', d: '1e3', e: '5', f: '007' });
  });

  it('tells nothing from the text "null"', () => {
    const root = rootOf('a: null\nb: ~\nc:\nd: "null"\n');
    expect(['a', 'b', 'c', 'd'].map((key) => trimmedAt(root, key))).toEqual([null, null, null, 'null']);
    expect(isNothing(valueAt(root, 'a'))).toBe(true);
  });

  it('gives the line of every value', () => {
    const root = rootOf('a:\n  - x\n  - [y,\n     z]\nb: {c: 1}\n');
    expect(itemsOf(valueAt(root, 'a')).map((item) => item.line)).toEqual([2, 3]);
    expect(valueAt(root, 'b', 'c')?.line).toBe(5);
  });

  it('tolerates tags it does not know', () => {
    const { documents, notices } = read('a: !ENV [X, y]\nb: !!python/name:m.f\nc: !!binary aGk=\n');
    expect(notices).toEqual([]);
    expect(itemsOf(valueAt(documents[0]?.root, 'a'))).toHaveLength(2);
  });

  it('is safe for keys that mean something to JavaScript', () => {
    const record = textRecordOf(rootOf('__proto__: x\nconstructor: y\ntoString: z\n'));
    expect(Object.keys(record)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(valueAt(rootOf('a: 1\n'), 'constructor')).toBeUndefined();
  });
});

describe('keys', () => {
  it('notices a key written twice; the last one counts', () => {
    const { documents, notices } = read('a: 1\nb: 2\na: 3\n');
    expect(textAt(documents[0]?.root, 'a')?.text).toBe('3');
    expect(notices).toEqual([{ path: 'f.yaml', line: 3, message: 'The key "a" is written twice; the last one counts.' }]);
  });

  it('merges what << names: what is written stays, the earlier source wins', () => {
    const root = rootOf('x: &x {a: x, b: x, c: x}\ny: &y {b: y, c: y, d: y}\nz:\n  <<: [*x, *y]\n  a: own\n');
    expect(textRecordOf(valueAt(root, 'z'))).toEqual({ a: 'own', b: 'x', c: 'x', d: 'y' });
  });

  it('notices an alias that leads nowhere, or into itself', () => {
    expect(read('a: *b\n').notices[0]).toMatchObject({ line: 1, message: expect.stringContaining('*b') });
    expect(read('a: &a\n  b: *a\n').notices[0]).toMatchObject({ line: 2, message: expect.stringContaining('*a') });
  });

  it('shares what aliases of aliases name instead of repeating it', () => {
    const levels = Array.from({ length: 30 }, (_, level) => `l${level}: &l${level} [${Array(9).fill(level === 0 ? 'x' : `*l${level - 1}`).join(', ')}]`);
    const root = rootOf(`${levels.join('\n')}\n`);
    // 9^30 items if they were repeated.
    expect(itemsOf(valueAt(root, 'l29'))).toHaveLength(9);
    expect(itemsOf(valueAt(root, 'l29'))[0]).toBe(itemsOf(valueAt(root, 'l29'))[8]);
  });

  it('ends a bomb of merge keys with a notice', () => {
    // Each mapping takes over all entries before it: 3,000 mappings would hold 4.5 million entries.
    const mappings = Array.from({ length: 3_000 }, (_, index) => (index === 0 ? 'm0: &m0 {k0: v}' : `m${index}: &m${index} {<<: *m${index - 1}, k${index}: v}`));
    expect(read(`${mappings.join('\n')}\n`).notices[0]?.message).toContain('too many entries');
  });
});

import { describe, expect, it } from 'vitest';
import { brokenCatalogLaws } from '../../bench/fuzz/catalogLaws';
import { brokenUnitLaws } from '../../bench/fuzz/code';
import { brokenPassageLaws } from '../../bench/fuzz/documentLaws';
import { checkDocument } from '../../bench/fuzz/documents';
import { shrunk } from '../../bench/fuzz/fuzzer';
import { mutated } from '../../bench/fuzz/mutate';
import { mutatedJson } from '../../bench/fuzz/mutateJson';
import { randomOf } from '../../bench/fuzz/random';
import type { CodeContent } from '../../src/contract/codeModel';
import type { DocumentContent, PassageContent } from '../../src/contract/model';
import { contentOf } from '../../src/text/content';
import type { CatalogReading } from '../../src/workspace/catalogReading';

const SOURCE = '# Title\n\nfirst\n\n## Setup\n\nsecond\nthird\n\n## End\n';
const GOOD = contentOf(SOURCE, 'markdown');

/** The good content with its second passage (lines 7 and 8) changed. */
const withSecond = (change: Partial<PassageContent>): DocumentContent => ({ ...GOOD, passages: GOOD.passages.map((passage, index) => (index === 1 ? { ...passage, ...change } : passage)) });

describe('the laws of passages', () => {
  it('hold of what is split', () => expect(brokenPassageLaws(SOURCE, 'markdown', GOOD)).toEqual([]));

  it.each<[string, DocumentContent, RegExp]>([
    ['lines beyond the file', withSecond({ lines: { start: 7, end: 80 } }), /lies outside/],
    ['lines from 0', withSecond({ lines: { start: 0, end: 8 } }), /lies outside/],
    ['lines that are others', withSecond({ lines: { start: 6, end: 7 } }), /not what its lines hold/],
    ['lines before those of the passage before', withSecond({ lines: { start: 1, end: 1 }, text: '# Title' }), /begins before line 3/],
    ['another text', withSecond({ text: 'second\nthirt' }), /not what its lines hold/],
    ['a text over the limit', withSecond({ text: 'x'.repeat(801) }), /has 801 units/],
    ['a blank line at its end', withSecond({ text: 'second\nthird\n', lines: { start: 7, end: 9 } }), /blank line/],
    ['a text without terms', withSecond({ text: '***' }), /has no term/],
    ['an endless heading', withSecond({ headings: ['x'.repeat(801)] }), /heading over the limit/],
    ['endless headings together', withSecond({ headings: ['x', 'y', 'z'].map((letter) => letter.repeat(600)) }), /heading path over the limit/],
    ['a line in no passage', { ...GOOD, passages: GOOD.passages.filter((_, index) => index !== 1) }, /line 7 is in no passage/],
    ['an empty title', { ...GOOD, title: '' }, /the title/],
    ['far too many passages', { ...GOOD, passages: Array.from({ length: 40 }, () => GOOD.passages[0] as PassageContent) }, /40 passages/],
  ])('tell %s', (_, content, finding) => {
    expect(brokenPassageLaws(SOURCE, 'markdown', content).join('\n')).toMatch(finding);
  });

  it('allow the header of a cut table above its rows, and nothing else above them', () => {
    const table = ['| head | er |', '|---|---|', ...Array.from({ length: 60 }, (_, row) => `| row ${row} of many rows | y |`)].join('\n');
    const content = contentOf(table, 'markdown');
    expect(content.passages.length).toBeGreaterThan(1);
    expect(brokenPassageLaws(table, 'markdown', content)).toEqual([]);
    const other = { ...content, passages: content.passages.map((passage) => ({ ...passage, text: passage.text.replace('| head | er |', '| made | up |') })) };
    expect(brokenPassageLaws(table, 'markdown', other).join('\n')).toMatch(/not what its lines hold/);
  });
});

describe('checking a document', () => {
  it('tells a secret that was left in: a text that is none passes for one here', async () => {
    const bytes = Buffer.from('# A\n\nthewordthatisnosecret\n');
    const { outcome, findings } = await checkDocument({ format: 'markdown', bytes, sample: { text: 'thewordthatisnosecret', secret: 'thewordthatisnosecret' } });
    expect([outcome, findings]).toEqual(['parsed', ['a secret was not left out']]);
  });

  it('tells binary files by their reason', async () => {
    expect(await checkDocument({ format: 'plain', bytes: Buffer.from('a\0b'), sample: null })).toEqual({ outcome: 'skipped: binary', findings: [] });
  });
});

it('the laws of code tell lines beyond the file and terms that are not there', () => {
  const unit = { name: 'f', kind: 'function', line: 1, endLine: 2, scope: '', signature: 'f()', summary: '', terms: [0], uses: [] } as const;
  const content: CodeContent = { reading: 'grammar', units: [unit], dictionary: ['f'], imports: [], generated: false, minified: false, redactions: null };
  expect(brokenUnitLaws('a\nb', content)).toEqual([]);
  const broken = (change: object) => brokenUnitLaws('a\nb', { ...content, units: [{ ...unit, ...change }] }).join('\n');
  expect(broken({ endLine: 3 })).toMatch(/lies outside/);
  expect(broken({ terms: [1 << 4] })).toMatch(/not in the dictionary/);
  expect(broken({ terms: [0, 1] })).toMatch(/a term twice/);
  expect(broken({ name: 'f\ng' })).toMatch(/name of several lines/);
});

describe('the laws of catalogs', () => {
  const own = { ref: 'repo:default/.', kind: 'repo', namespace: 'default', name: '.', title: null, description: null, type: null, annotations: {}, derived: false, declaredAt: { path: '', line: 1 } } as const;
  const web = { ...own, ref: 'component:default/web', kind: 'component', name: 'web', declaredAt: { path: 'catalog-info.yaml', line: 1 } };
  const edge = { from: 'component:default/web', type: 'dependsOn', to: 'component:default/api', derived: false, declaredAt: { path: 'catalog-info.yaml', line: 2 } } as const;
  const good: CatalogReading = { entities: [web, own], edges: [edge], packages: { provided: [], required: [] }, notices: [], skipped: [], redacted: [], attachments: new Map(), targetStamps: [], inputs: '' };
  const broken = (change: Partial<CatalogReading>): string => brokenCatalogLaws({ ...good, ...change }, new Map([['catalog-info.yaml', 2]])).join('\n');

  it('hold of what is right', () => expect(broken({})).toBe(''));

  it.each<[string, Partial<CatalogReading>, RegExp]>([
    ['a ref that is none', { entities: [{ ...web, ref: 'component:default/We b' }, own] }, /no entity ref/],
    ['an entity that is there twice', { entities: [web, web, own] }, /there twice/],
    ['a repository without an entity', { entities: [web] }, /no entity of its own/],
    ['an edge to nothing that can be named', { edges: [{ ...edge, to: '[object Object]' }] }, /an edge ends at/],
    ['an edge that is there twice', { edges: [edge, edge] }, /edge is there twice/],
    ['a line beyond the file', { edges: [{ ...edge, declaredAt: { path: 'catalog-info.yaml', line: 3 } }] }, /line 3 of the 2/],
    ['a notice of another file', { notices: [{ path: '../x', line: 1, message: 'It is wrong.' }] }, /no file that was read/],
    ['a notice of the machine', { notices: [{ path: 'catalog-info.yaml', line: 1, message: 'x is undefined.' }] }, /a notice says/],
    ['a document of nobody', { attachments: new Map([['a.md', { sourceKind: 'catalog_doc', attachedBy: 'declared', entityRefs: ['component:default/api'] }]]) }, /nobody declares/],
  ])('tell %s', (_, change, finding) => expect(broken(change)).toMatch(finding));
});

describe('mutations', () => {
  const seed = Buffer.from('# Title\n\ntext 1\n');

  it('are the same for the same name of a case, and others for another', () => {
    const made = (name: string): string => mutated(seed, randomOf(name), [seed]).toString('hex');
    expect(made('a/documents/1')).toBe(made('a/documents/1'));
    const all = new Set(Array.from({ length: 50 }, (_, number) => made(`a/documents/${number}`)));
    expect(all.size).toBeGreaterThan(45);
    expect(JSON.stringify(mutatedJson({ a: [1, 'b'] }, randomOf('x')))).toBe(JSON.stringify(mutatedJson({ a: [1, 'b'] }, randomOf('x'))));
  });

  it('are made smaller while they fail', async () => {
    const input = Buffer.from(`${'x'.repeat(300)}!${'y'.repeat(300)}?`);
    const smaller = await shrunk(input, async (bytes) => Buffer.from(bytes).includes('!') && Buffer.from(bytes).includes('?'));
    expect(Buffer.from(smaller).toString()).toBe('!?');
  });
});

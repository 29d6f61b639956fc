import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as L10n from '../../scripts/l10n.mjs';
import { PROJECT } from '../support/cli';

type Sentences = Awaited<ReturnType<typeof L10n.sentencesOf>>;

let l10n: typeof L10n;
let sources: Sentences = {};

beforeAll(async () => {
  l10n = (await import(pathToFileURL(path.join(PROJECT, 'scripts/l10n.mjs')).href)) as typeof L10n;
  sources = await l10n.sentencesOf();
});

const textOf = (sentence: Sentences[string] | undefined): string => (typeof sentence === 'string' ? sentence : (sentence?.message ?? ''));
/** What is put into a sentence, and the commands it links: a translation has the same. */
const fixedPartsOf = (text: string): string[] => [...text.matchAll(/\{\d+\}|\]\(command:[^)]+\)|`[^`]+`|#workspaceContext|@context/g)].map(([part]) => part).sort();

describe('the sentences that people read in the editor', () => {
  it('are all in l10n/bundle.l10n.json: run "npm run l10n" after changing one', () => {
    expect(JSON.parse(readFileSync(path.join(PROJECT, 'l10n/bundle.l10n.json'), 'utf8'))).toEqual(sources);
  });

  it('are many, and say whole things (guards against a changed way of finding them)', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(200);
    expect(Object.keys(sources)).toContain('found by words and meaning');
  });

  it('put each argument in once and skip none', () => {
    for (const sentence of Object.values(sources)) {
      const numbers = [...textOf(sentence).matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number));
      expect(numbers.length === new Set(numbers).size && numbers.every((number) => number < numbers.length), textOf(sentence)).toBe(true);
    }
  });
});

describe('every translation', () => {
  it('is there for German, of the sentences and of the manifest', () => {
    expect(l10n.translationsOf().map(({ translations }) => translations.map(({ language }) => language))).toEqual([['de'], ['de']]);
  });

  it('has every key, none too many, and no empty text', () => {
    for (const { english, translations } of l10n.translationsOf()) {
      for (const { keys } of translations) {
        expect(Object.keys(keys).sort()).toEqual(Object.keys(english).sort());
        expect(Object.entries(keys).filter(([, text]) => textOf(text).trim() === '')).toEqual([]);
      }
    }
  });

  it('puts in what the English sentence puts in, and links the same commands', () => {
    for (const { english, translations } of l10n.translationsOf()) {
      for (const { file, keys } of translations) {
        for (const key of Object.keys(keys)) expect({ file, key, parts: fixedPartsOf(textOf(keys[key])) }).toEqual({ file, key, parts: fixedPartsOf(textOf(english[key])) });
      }
    }
  });
});

describe('words that the doors share', () => {
  it('are English where no language is set, as in the command line and in what agents read', async () => {
    const { ageOf } = await import('../../src/wording/age');
    expect(ageOf('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z')).toBe('2 days ago');
  });

  it('speak German where German is set, down to the thousands', async () => {
    const library = await import('@vscode/l10n');
    library.config({ contents: readFileSync(path.join(PROJECT, 'l10n/bundle.l10n.de.json'), 'utf8') });
    try {
      const { ageOf } = await import('../../src/wording/age');
      const { countOf } = await import('../../src/wording/count');
      expect(ageOf('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z')).toBe('vor 2 Tagen');
      expect(countOf(1, 'entity')).toBe('1 Entität');
      expect(countOf(12_000, 'document')).toBe('12.000 Dokumente');
    } finally {
      library.config({ contents: {} });
    }
  });

  it('are English for agents even where the editor is German', async () => {
    const library = await import('@vscode/l10n');
    library.config({ contents: readFileSync(path.join(PROJECT, 'l10n/bundle.l10n.de.json'), 'utf8') });
    try {
      const { packTextOf } = await import('../../src/workspace/packText');
      const { contextPack } = await import('../doors/vscodePack');
      const { answerPartsOf } = await import('../../src/doors/vscode/chat/answerParts');
      expect(packTextOf(contextPack(1))).toMatch(/; found by words\n/);
      expect(packTextOf(contextPack(1, { degraded: ['index-cold'] }))).toContain('Nothing is indexed yet; this question started it.');
      // A person reads German beside it.
      expect(JSON.stringify(answerPartsOf(contextPack(1)))).toContain('1 Textstelle aus shop');
    } finally {
      library.config({ contents: {} });
    }
  });
});

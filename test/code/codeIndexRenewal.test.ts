import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodeIndex, codeIndexBuilder, codeIndexRenewal } from '../../src/code/codeIndex';
import { rankedUnits } from '../../src/code/rank';
import { relationsOf } from '../../src/code/relations';
import { matchesOf } from '../../src/code/score';
import { taskOf } from '../../src/code/task';
import { codeWhyOf } from '../../src/code/why';
import { bitOf, type CodeContent, type CodeFile, type CodeUnit, FIELD_BITS } from '../../src/contract/codeModel';
import { fileAt } from './indexes';

const WORDS = ['charge', 'retry', 'order', 'route', 'log', 'user'];
const NAMES = ['Charge', 'charge', 'retryOrder', 'logUser'];

/** A content as reading a file gives it, small: what matters here is where its words stand. */
function contentOf(units: readonly { name: string; words: readonly number[]; uses: readonly string[]; kind: CodeUnit['kind'] }[]): CodeContent {
  return {
    reading: 'grammar',
    units: units.map(({ name, words, uses, kind }, at): CodeUnit => ({
      name,
      kind,
      line: at + 1,
      endLine: at + 1,
      scope: '',
      signature: '',
      summary: '',
      terms: [...new Set(words)].map((word) => (word << FIELD_BITS) | bitOf('body')),
      uses: [...new Set(uses)].map((used) => [used, at + 1] as const),
    })),
    dictionary: WORDS,
    imports: [],
    generated: false,
    minified: false,
    redactions: null,
  };
}

const CONTENT = fc
  .array(
    fc.record({
      name: fc.constantFrom('', ...NAMES),
      words: fc.array(fc.nat(WORDS.length - 1), { maxLength: 3 }),
      uses: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
      kind: fc.constantFrom('function' as const, 'test' as const, 'file' as const),
    }),
    { maxLength: 3 },
  )
  .map(contentOf);

/** The repository at one moment: what each path holds, under a key that names the content. */
type Repository = ReadonlyMap<string, { readonly file: CodeFile; readonly content: CodeContent }>;

const byPath = (left: CodeFile, right: CodeFile): number => (left.path < right.path ? -1 : 1);
const filesOf = (repository: Repository): CodeFile[] => [...repository.values()].map(({ file }) => file).sort(byPath);

function anew(repository: Repository): CodeIndex {
  const builder = codeIndexBuilder();
  for (const file of filesOf(repository)) builder.add(file, repository.get(file.path)!.content);
  return builder.finish();
}

/** The next index and how many files were posted for it. */
function renewed(known: CodeIndex | null, repository: Repository): { index: CodeIndex; posted: number } {
  const renewal = codeIndexRenewal(known, filesOf(repository));
  for (const file of renewal.missing) renewal.add(file, repository.get(file.path)!.content);
  return { index: renewal.finish(), posted: renewal.missing.length };
}

/** Everything that can be asked of an index, by words and names that are in it and one that is not. */
function askedOf(index: CodeIndex): unknown {
  const terms = [...WORDS, 'src', 'part', 'absent'];
  return {
    files: index.files,
    units: index.units,
    fileOf: [...index.fileOf],
    means: [index.meanLength, index.meanPathLength],
    postings: terms.map((term) => index.postings(term)),
    inFiles: index.files.map((_, file) => terms.map((term) => index.postingsIn(term, file))),
    named: [...NAMES, 'absent'].map((name) => index.named(name)),
    users: [...NAMES, 'absent'].map((name) => index.usersOf(name)),
    answers: ['charge the order again', 'retryOrder', 'log: part of src'].map((task) => {
      const matches = matchesOf(index, taskOf(task, []));
      const ranked = rankedUnits(index, matches, () => true);
      return { ranked, why: ranked.map((one) => codeWhyOf(index, matches, one)), relations: relationsOf(index, ranked.map(({ unit }) => unit), 20) };
    }),
  };
}

const PATHS = ['a.ts', 'src/b.ts', 'src/part/c.ts', 'src/part/d.test.ts', 'z/e.ts', 'z/f.ts', 'z/g.ts', 'z/h.ts'];
/** What happens to a path; null: its file goes. */
const CHANGES = fc.array(fc.array(fc.record({ path: fc.constantFrom(...PATHS), content: fc.option(CONTENT), generated: fc.boolean() }), { maxLength: 4 }), { minLength: 1, maxLength: 8 });

describe('an index that is renewed', () => {
  it('answers after any changes exactly as one built anew', () => {
    fc.assert(
      fc.property(CHANGES, (steps) => {
        let [index, repository, keys]: [CodeIndex | null, Map<string, { file: CodeFile; content: CodeContent }>, number] = [null, new Map(), 0];
        for (const step of steps) {
          for (const { path, content, generated } of step) {
            if (content === null) repository.delete(path);
            else repository.set(path, { content, file: fileAt(path, { key: `content ${(keys += 1)}`, ...(generated ? { attributes: { generated } } : {}) }) });
          }
          ({ index } = renewed(index, repository));
          expect(askedOf(index)).toEqual(askedOf(anew(repository)));
          repository = new Map(repository);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the one it is made from as it was: a question that is being answered goes on with that', () => {
    const repository: Map<string, { file: CodeFile; content: CodeContent }> = new Map(PATHS.map((path) => [path, { file: fileAt(path), content: contentOf([{ name: 'charge', words: [0, 1], uses: ['logUser'], kind: 'function' }]) }]));
    const first = renewed(null, repository).index;
    const before = JSON.stringify(askedOf(first));
    repository.delete('src/b.ts');
    repository.set('z/g.ts', { file: fileAt('z/g.ts', { key: 'other' }), content: contentOf([]) });
    renewed(first, repository);
    expect(JSON.stringify(askedOf(first))).toBe(before);
  });

  describe('in a repository of 5,000 files', () => {
    const paths = Array.from({ length: 5_000 }, (_, at) => `src/${at % 50}/file${at}.ts`);
    const content = contentOf([{ name: 'charge', words: [0], uses: [], kind: 'function' }]);
    const whole = (): Map<string, { file: CodeFile; content: CodeContent }> => new Map(paths.map((path) => [path, { file: fileAt(path), content }]));
    const change = (repository: Map<string, { file: CodeFile; content: CodeContent }>, path: string, key: string): void => void repository.set(path, { file: fileAt(path, { key }), content });

    it('has one file posted for one change, and for the same file changed again and again', () => {
      const repository = whole();
      let { index, posted } = renewed(null, repository);
      expect(posted).toBe(5_000);
      for (let time = 0; time < 20; time += 1) {
        change(repository, paths[77]!, `time ${time}`);
        ({ index, posted } = renewed(index, repository));
        expect(posted).toBe(1);
      }
      // Nothing changed: nothing is posted.
      expect(renewed(index, repository).posted).toBe(0);
    });

    it('has few posted for changes all over it, and is of few parts', () => {
      const repository = whole();
      let { index } = renewed(null, repository);
      let sum = 0;
      const changes = 300;
      for (let time = 0; time < changes; time += 1) {
        change(repository, paths[(time * 37) % paths.length]!, `time ${time}`);
        const next = renewed(index, repository);
        sum += next.posted;
        index = next.index;
      }
      // A file is posted again when the part it is in is merged, which happens each time the parts after it have half as many
      // files: at most once in each of log(300) / log(1.5) = 15 sizes.
      expect(sum / changes).toBeLessThan(15);
      // Each part has more than twice the files of the next one: 2^12 < 5,000 < 2^13.
      expect(index.parts.length).toBeLessThanOrEqual(13);
      expect(index.files).toHaveLength(5_000);
    });

    it('keeps no more of what is gone than of what is there', () => {
      const repository = whole();
      const first = renewed(null, repository).index;
      for (const path of paths.slice(0, 2_600)) repository.delete(path);
      const { index } = renewed(first, repository);
      expect(index.parts.reduce((sum, { segment }) => sum + segment.files.length, 0)).toBe(2_400);
    });
  });
});

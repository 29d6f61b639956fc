/**
 * How much a question makes the ranking look at, counted by columns that tell of each number read from them: the product's own
 * modules work on the posting lists that the product wrote. Prints JSON, all questions together.
 *
 *   npx vite-node bench/counts/questions.ts HOME QUESTION…
 *
 * - postingsRead: numbers read from posting lists, those of titles' binary searches included;
 * - passagesScored: passages whose relevance was computed;
 * - passagesCompared: those whose whole score was computed and that were compared with the best so far.
 *
 * The same with meaning, where every passage is a candidate: cosines are made here, the same in every run, so that no model is needed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { REPOSITORY_FOLDER } from '../../src/adapters/store/fileNames';
import type { VectorSource } from '../../src/adapters/store/passageVectors';
import { decodePostings } from '../../src/adapters/store/postingsFile';
import { searchableRepository } from '../../src/adapters/store/searchableRepository';
import { decodeSnapshot } from '../../src/adapters/store/snapshotDatabase';
import { unsealDatabase } from '../../src/adapters/store/snapshotFile';
import { storedColumns } from '../../src/adapters/store/storedPostings';
import { DEFAULT_PASSAGES } from '../../src/contract/constants';
import type { SearchableRepository } from '../../src/ports/store';
import { analyzeQuestion } from '../../src/ranking/question';
import { nearestPassages, rankPassages, type RankedRepository } from '../../src/ranking/rank';

const CLOCK = Date.parse('2026-11-30T00:00:00Z');

/** A column that tells of each number read from it; what is cut out of it tells, too. */
function watched<Column extends object>(column: Column, onRead: () => void): Column {
  return new Proxy(column, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) onRead();
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, given);
        return name === 'subarray' && typeof result === 'object' && result !== null ? watched(result, onRead) : result;
      };
    },
  });
}

/** Cosines between 0 and 0.7, the same in every run: a linear congruential generator. */
const madeCosines: VectorSource['vectorsOf'] = ({ passageCount }) => ({
  cosines: () => {
    let state = 1;
    const next = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    return { cosines: Float64Array.from({ length: passageCount }, () => next() * 0.7), embedded: passageCount };
  },
});

interface Work {
  postingsRead: number;
  passagesScored: number;
  passagesCompared: number;
}

function repositoriesIn(home: string, source: VectorSource | null, work: Work): SearchableRepository[] {
  const folder = path.join(home, REPOSITORY_FOLDER);
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  const repositories = snapshots.map((name) => {
    const database = unsealDatabase(new Uint8Array(readFileSync(path.join(folder, name))));
    const columns = decodePostings(new Uint8Array(readFileSync(path.join(folder, name.replace(/sqlite$/, 'postings')))));
    if (typeof database === 'string' || columns === null) throw new Error('The index cannot be read; was it made by this version?');
    const { snapshot } = decodeSnapshot(database);
    const stored = storedColumns(columns, snapshot.documents);
    const postings = watched(stored.lists.postings, () => (work.postingsRead += 1));
    const read = (): never => {
      throw new Error('No passage is read here.');
    };
    return searchableRepository(snapshot, { ...stored, lists: { ...stored.lists, postings } }, read, source);
  });
  // Their files are named by where they lie, which is another place in every run; how many are compared depends on their order.
  return repositories.sort((one, other) => (pathsOf(one) < pathsOf(other) ? -1 : 1));
}

const pathsOf = ({ snapshot }: SearchableRepository): string => snapshot.documents.map((document) => document.path).join('\n');

function workOf(home: string, questions: readonly string[], source: VectorSource | null): Work {
  const work: Work = { postingsRead: 0, passagesScored: 0, passagesCompared: 0 };
  const repositories = repositoriesIn(home, source, work);
  for (const text of questions) {
    const question = analyzeQuestion(text);
    const terms = question.terms.map(({ term }) => term);
    const ranked = repositories.map((repository, index): RankedRepository => {
      const candidates = repository.candidates(terms, source === null ? null : new Float32Array(0));
      return {
        id: `repository-${index}`,
        ownRef: `repo:default/repository-${index}`,
        lastRun: null,
        candidates: {
          ...candidates,
          matchedTerms: watched(candidates.matchedTerms, () => (work.passagesScored += 1)),
          matchedHeadingTerms: watched(candidates.matchedHeadingTerms, () => (work.passagesCompared += 1)),
        },
      };
    });
    const context = { now: CLOCK, titleOf: () => null };
    const { passages } = rankPassages(question, ranked, context, DEFAULT_PASSAGES);
    nearestPassages(question, ranked, context, passages);
  }
  return work;
}

const [home = '', ...questions] = process.argv.slice(2);
process.stdout.write(JSON.stringify({ words: workOf(home, questions, null), meaning: workOf(home, questions, { vectorsOf: madeCosines }) }));

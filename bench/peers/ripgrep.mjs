/** ripgrep: what an agent without an index has. No index, so a restart is the next question; each question is a process of its own. */
import { stopwords } from '@orama/stopwords/english';
import { parseLines, rankLines, wordsOf } from './lineRanking.mjs';
import { runBounded } from './processes.mjs';
import { otherWordings } from './wordings.mjs';

const DOCUMENTS = '*.{md,mdx,markdown,adoc,asciidoc,rst,txt}';
const STOP_WORDS = new Set(stopwords);
const FOUND = 0;
const NOTHING_FOUND = 1;

/** The program: of the package, else the one on the search path; null without either. */
export async function findRipgrep() {
  const packaged = await import('@vscode/ripgrep').then(({ rgPath }) => rgPath, () => null);
  for (const command of [packaged, 'rg']) {
    if (command === null) continue;
    const { code, stdout } = await runBounded(command, ['--version'], { limitMillis: 10_000 }).catch(() => ({ code: 1, stdout: '' }));
    if (code === 0) return { command, version: /ripgrep ([\d.]+)/.exec(stdout)?.[1] ?? 'unknown' };
  }
  return null;
}

export async function measureRipgrep({ workspace, questions, limit, rounds, limitMillis }) {
  const found = await findRipgrep();
  if (found === null) throw new Error('there is neither the package @vscode/ripgrep (npm install) nor "rg" on the search path');
  const ask = async (question) => {
    const started = performance.now();
    const words = wordsOf(question, STOP_WORDS);
    const patterns = words.flatMap((word) => ['-e', word]);
    const args = ['--no-config', '--no-heading', '--line-number', '--null', '--ignore-case', '--fixed-strings', '--glob', DOCUMENTS, ...patterns, '.'];
    const { code, stdout, stderr, peakBytes } = await runBounded(found.command, args, { limitMillis, cwd: workspace });
    if (code !== FOUND && code !== NOTHING_FOUND) throw new Error(stderr.slice(0, 300));
    return { rows: rankLines(parseLines(stdout), words, limit), millis: performance.now() - started, peakBytes };
  };
  const first = await ask(questions[0]);
  const ranked = [];
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) {
      const { rows, millis } = await ask(otherWordings(question, round));
      if (round === 0) ranked.push(rows);
      times.push(millis);
    }
  }
  return {
    setting: `${found.version}, any of the question's words, case ignored, stop words left out; lines with most of the words first`,
    index: null,
    indexProcessor: null,
    restart: null,
    firstAnswer: first.millis,
    times,
    bytes: 0,
    // It ends before its memory could be looked at.
    memory: null,
    ranked,
    notes: [],
  };
}

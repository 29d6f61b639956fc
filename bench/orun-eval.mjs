/**
 * Answers found on the documentation of orun: 56 questions through the CLI's JSON.
 *
 *   npm run build && node bench/orun-eval.mjs [--verbose] [-- --no-embeddings]
 *
 * Needs ../shared (eval/orun.jsonl, workspaces/orun.bundle). A hit is a passage of an expected file whose
 * lines overlap an expected section. `none` questions have no answer: for them the share of answers
 * without any passage is printed. `entities` is the share of a question's expected entities that are cited,
 * or are cited or in the neighborhood. `--verbose` lists every question whose answer was not first.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { isHit, placeOfPassage, rankOfPassage } from './judging.mjs';
import { clonedBundle, freshHome, median, requireBuild, runCli, scriptArguments, share, sharedFile, table } from './support.mjs';

const { own, forCli } = scriptArguments();
const verbose = own.includes('--verbose');
requireBuild();
const workspace = clonedBundle('orun');
const home = freshHome();
const questions = readFileSync(sharedFile('eval/orun.jsonl'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

const common = ['--workspace', workspace, '--json', ...forCli];
await runCli(['index', '--wait-embeddings', ...common], home);
const results = [];
for (const question of questions) {
  const args = ['ask', question.question, '--limit', '8', '--now', '2026-11-30T00:00:00Z', ...common];
  const { json, millis } = await runCli(args, home);
  results.push(judge(question, json, millis));
  if (process.stderr.isTTY) {
    process.stderr.write(`\r${results.length}/${questions.length}`);
  }
}
if (process.stderr.isTTY) {
  process.stderr.write('\r');
}
report();

function judge(question, pack, millis) {
  const near = pack.nearest.some((passage) => question.expected.some((one) => isHit(placeOfPassage(passage), one)));
  const cited = new Set(pack.passages.flatMap((passage) => passage.entityRefs));
  const around = new Set([...cited, ...pack.neighborhood.nodes.map((node) => node.ref)]);
  return {
    question,
    pack,
    millis,
    rank: rankOfPassage(pack.passages.map(placeOfPassage), question.expected),
    near,
    cited: question.entities.filter((ref) => cited.has(fullRef(ref))).length,
    around: question.entities.filter((ref) => around.has(fullRef(ref))).length,
  };
}

/** `component:api` as refs are written in answers. */
function fullRef(ref) {
  const [kind, name] = ref.split(':');
  return name.includes('/') ? ref : `${kind}:default/${name}`;
}

function report() {
  const styles = [...new Set(questions.map((question) => question.style))];
  const rows = [['style', 'questions', 'hit@1', 'hit@5', 'hit@8', 'or nearest', 'no passage', 'entities cited', 'or near']];
  for (const style of styles) {
    const of = results.filter((result) => result.question.style === style);
    const withAnswer = of.filter((result) => result.question.expected.length > 0).length;
    const within = (limit) => share(of.filter((result) => result.rank <= limit).length, withAnswer);
    const entities = of.reduce((sum, result) => sum + result.question.entities.length, 0);
    rows.push([
      style,
      of.length,
      within(1),
      within(5),
      within(8),
      share(of.filter((result) => result.rank <= 8 || result.near).length, withAnswer),
      share(of.filter((result) => result.pack.passages.length === 0).length, of.length),
      share(of.reduce((sum, result) => sum + result.cited, 0), entities),
      share(of.reduce((sum, result) => sum + result.around, 0), entities),
    ]);
  }
  process.stdout.write(`${table(rows)}\n\nask, whole process, p50: ${median(results.map((one) => one.millis)).toFixed(0)} ms\n`);
  if (verbose) {
    results.filter((result) => result.rank > 1 && result.question.expected.length > 0).forEach(printMiss);
  }
}

function printMiss({ question, pack, rank, near }) {
  const found = rank === Infinity ? (near ? 'among nearest' : 'not found') : `rank ${rank}`;
  const lines = [
    `\n${question.id} (${question.style}): ${found}. ${question.question}`,
    ...question.expected.map((one) => `  want   ${one.path}:${one.lines.join('-')} ${one.heading}`),
    ...pack.passages.slice(0, Math.min(3, rank)).map(
      (one) => `  ${one.score.toFixed(3)}  ${one.sourceRef}:${one.lines.start}-${one.lines.end} ${one.headingPath.at(-1)}`,
    ),
  ];
  const hit = rank === Infinity ? null : pack.passages[rank - 1];
  if (hit !== null && hit !== undefined) {
    const why = (passage) => passage.why.map((row) => `${row.factor} ${row.contribution.toFixed(3)}`).join(', ');
    lines.push(`  first: ${why(pack.passages[0])}`, `  hit:   ${why(hit)} (${hit.score.toFixed(3)})`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

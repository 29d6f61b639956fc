/**
 * The eight `graph` questions of ../shared/eval/orun.jsonl, answered as an agent would: is every expected
 * entity among those one workspace_expand (depth 3) returns from a word of the question?
 *
 *   npm run build && node bench/graph-eval.mjs
 *
 * Three of them ask about catalogs in test data, which declare nothing in the repository they lie in
 * (`status` lists them as skipped). They are asked twice: of the whole repository, and of the folder the
 * question names, opened as the workspace.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { clonedBundle, freshHome, requireBuild, runCli, sharedFile, table } from './support.mjs';

requireBuild();
const orun = clonedBundle('orun');
const testData = path.join(orun, 'internal', 'catalogresolve', 'testdata');
const NAMED_FOLDERS = { 'or-048': 'canonical', 'or-049': 'resolve_e2e', 'or-050': 'resolve_cycle' };
const home = freshHome();
const questions = readFileSync(sharedFile('eval/orun.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
  .filter((question) => question.style === 'graph');

/** The refs of every entity that one expand from a word of the question meets, the richest one. */
async function bestExpand(question, workspace) {
  const words = [...new Set(question.question.match(/[\w.-]*\w/g) ?? [])];
  const refs = [];
  for (const word of words) {
    const { json } = await runCli(['expand', word, '--depth', '3', '--limit', '100', '--workspace', workspace, '--json'], home);
    refs.push(new Set(json.nodes.map((node) => node.ref.replace(/:[^/]*\//, ':'))));
  }
  const found = (nodes) => question.entities.filter((entity) => nodes.has(entity)).length;
  return refs.reduce((best, nodes) => (found(nodes) > found(best) ? nodes : best), new Set());
}

const rows = [['question', 'expected', 'found in orun', 'found in the folder it names']];
let inRepository = 0;
let inFolder = 0;
for (const question of questions) {
  const folder = NAMED_FOLDERS[question.id];
  const found = async (workspace) => {
    const nodes = await bestExpand(question, workspace);
    return question.entities.filter((entity) => nodes.has(entity)).length;
  };
  const whole = await found(orun);
  const named = folder === undefined ? whole : await found(path.join(testData, folder));
  inRepository += whole === question.entities.length ? 1 : 0;
  inFolder += named === question.entities.length ? 1 : 0;
  rows.push([question.id, question.entities.length, whole, folder === undefined ? '-' : named]);
}
console.log(table(rows));
console.log(`\nall expected entities found: ${inRepository} of ${questions.length} in orun, ${inFolder} of ${questions.length} in the folder the question names`);

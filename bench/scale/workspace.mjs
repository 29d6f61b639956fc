/**
 * A workspace of so many passages: four git repositories with a catalog each and commits of fixed dates, made once in the
 * system's folder for temporary files. The same bytes, and so the same commits, on every machine.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, madeOnce } from '../support.mjs';
import { questionsFrom } from './questions.mjs';
import { textSources } from './sources.mjs';
import { madeDocuments, madeName, markdownOf } from './text.mjs';

const REPOSITORIES = ['billing', 'catalog', 'delivery', 'platform'];
const COMPONENTS = 6;
const COMMITS = 24;
const FIRST_COMMIT = Date.parse('2025-06-01T12:00:00Z');
const BETWEEN_COMMITS = 20 * 24 * 60 * 60 * 1000;
const MOST_QUESTIONS = 1000;

/** The file that the measure of a change writes, and what it holds otherwise. */
export const NOTE = { repository: REPOSITORIES[0], path: 'docs/note.md', text: '# Note\n\nNothing was noted yet in this note about the service.\n' };

/**
 * @typedef {object} ScaleWorkspace
 * @property {string} folder holds the repositories
 * @property {string[]} repositories their folders
 * @property {'shared' | 'own'} text what it was made from
 * @property {number} documents @property {number} sections @property {number} bytes of the documents
 * @property {{ kind: string, question: string, path: string }[]} questions
 */

/** @returns {ScaleWorkspace} */
export function scaleWorkspace(sections) {
  const { kind, read } = textSources();
  const place = madeOnce(`scale-${sections}-${kind}-${generatorVersion()}`, (folder) => make(folder, sections, read()));
  const folder = path.join(place, 'workspace');
  const facts = JSON.parse(readFileSync(path.join(place, 'facts.json'), 'utf8'));
  return { folder, repositories: REPOSITORIES.map((name) => path.join(folder, name)), text: kind, ...facts };
}

/** Another generator makes another workspace beside the one there is. */
function generatorVersion() {
  const here = path.join(PROJECT, 'bench', 'scale');
  const hash = createHash('sha256');
  for (const name of ['files.mjs', 'questions.mjs', 'random.mjs', 'sources.mjs', 'text.mjs', 'workspace.mjs']) hash.update(readFileSync(path.join(here, name)));
  return hash.digest('hex').slice(0, 12);
}

function make(place, sections, sources) {
  const folder = path.join(place, 'workspace');
  const passages = [];
  const written = new Map(REPOSITORIES.map((name) => [name, declarationsOf(name)]));
  written.get(NOTE.repository).set(NOTE.path, NOTE.text);
  const documents = madeDocuments(sources, sections);
  documents.forEach((document, number) => {
    const repository = REPOSITORIES[number % REPOSITORIES.length];
    const component = Math.floor(number / REPOSITORIES.length) % COMPONENTS;
    const file = `services/${componentName(repository, component)}/docs/${slugOf(document.title)}-${number}.md`;
    written.get(repository).set(file, markdownOf(document));
    for (const { text } of document.sections) passages.push({ path: `${repository}/${file}`, text });
  });
  let bytes = 0;
  for (const [name, files] of written) {
    for (const text of files.values()) bytes += Buffer.byteLength(text);
    makeRepository(path.join(folder, name), [...files]);
  }
  writeFileSync(path.join(place, 'facts.json'), JSON.stringify({ documents: documents.length, sections, bytes, questions: questionsFrom(passages, MOST_QUESTIONS) }));
}

const componentName = (repository, number) => `${repository}-${madeName(REPOSITORIES.indexOf(repository) * COMPONENTS + number)}`;

function slugOf(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 40) || 'page';
}

/** The catalog files of a repository and its overview. */
function declarationsOf(repository) {
  const components = Array.from({ length: COMPONENTS }, (_, number) => componentName(repository, number));
  const others = REPOSITORIES.filter((name) => name !== repository);
  const header = (kind, name) => `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;
  return new Map([
    ['README.md', `# ${repository}\n\nThe services of ${repository}: ${components.join(', ')}.\n`],
    ['catalog-info.yaml', `${header('System', repository)}spec:\n  owner: group:default/${repository}-team\n---\n${header('Group', `${repository}-team`)}spec:\n  type: team\n  children: []\n`],
    ...components.map((name, number) => {
      const foreign = others[number % others.length];
      const dependsOn = [components[(number + 1) % COMPONENTS], componentName(foreign, number)].map((ref) => `    - component:default/${ref}\n`).join('');
      return [
        `services/${name}/catalog-info.yaml`,
        `${header('Component', name)}spec:\n  type: service\n  lifecycle: production\n  owner: group:default/${repository}-team\n  system: ${repository}\n  dependsOn:\n${dependsOn}`,
      ];
    }),
  ]);
}

/** One commit for each share of the files, by times that are always the same. */
function makeRepository(folder, files) {
  mkdirSync(folder, { recursive: true });
  const git = (args, date) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', '-c', 'core.autocrlf=false', '-c', 'gc.auto=0', ...args], {
      cwd: folder,
      stdio: 'ignore',
      // The settings of whoever runs this would make other commits.
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: path.join(folder, '.no-such-file'), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  const dateOf = (commit) => new Date(FIRST_COMMIT + commit * BETWEEN_COMMITS).toISOString();
  git(['init', '--quiet', '--initial-branch=main'], dateOf(0));
  const share = Math.ceil(files.length / COMMITS);
  for (let commit = 0; commit * share < files.length; commit += 1) {
    for (const [name, text] of files.slice(commit * share, (commit + 1) * share)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    git(['add', '--all'], dateOf(commit));
    git(['commit', '--quiet', '--message', `Pages ${commit + 1}`], dateOf(commit));
  }
  git(['gc', '--quiet'], dateOf(0));
}

import { spawn } from 'node:child_process';
import type { RepositoryPath } from '../../contract/model';
import type { BlobContent, Git, GitFiles, GitState, GitWorkTree, KnownHistory } from '../../ports/git';
import type { Log } from '../../ports/log';
import { readBlobContents } from './blobs';
import { readChangedAt } from './changedAt';
import { gitEnvironment } from './environment';
import { findGit, isExecutableFile } from './executable';
import { reasonOf } from './failure';
import { markOf } from './mark';
import { readTreeAt } from './past';
import { gitRunner, type GitRunner, type SpawnProcess } from './process';
import { readKnownRemotes, readPublication, type KnownRemotes } from './published';
import { liesBelowDotGit, readRepositoryFile } from './repositoryFiles';
import { readTree, type TreeReading } from './tree';
import { readWorkTree, type WorkTreeFacts } from './workTree';

/** What tests put in the place of the machine. */
export interface GitTools {
  readonly spawn: SpawnProcess;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Milliseconds without any output after which a git process is ended. */
  readonly silenceLimit: number;
}

const SILENCE_LIMIT = 60_000;

const GIT_MISSING = 'Git is not installed or not on the PATH';
const NOT_STARTED = { kind: 'unavailable', reason: 'Git could not be started.' } as const;

const NO_FILES: ReadonlyMap<RepositoryPath, string> = new Map();

/**
 * The user's own git. It is only asked for facts about committed objects and references: never for
 * the state of the work tree, since comparing files runs the filters and monitors that a repository
 * configures. An inspection takes four to six processes, up to three more where commits were not pushed;
 * a tree of the past is found with two (four at most), its files and their contents with one each.
 */
export function createGit(log?: Log, tools: Partial<GitTools> = {}): Git {
  const orElse = async <Answer>(work: Promise<Answer>, failed: Answer): Promise<Answer> => {
    try {
      return await work;
    } catch (error) {
      log?.warn(`git: ${String(error)}`);
      return failed;
    }
  };
  return {
    mark: (root) => orElse<string | null>(mark(root, tools), null),
    inspect: (root, known, onFiles = () => undefined) => orElse<GitState>(inspect(root, { known, onFiles }, tools, log), NOT_STARTED),
    treeAt: (root, timeMs) =>
      orElse(
        withGit(root, tools, async (git) => readTreeAt(git, root, timeMs)).then((at) =>
          at === 'no-repository' ? { kind: 'none' } : at === 'no-git' ? { kind: 'unavailable', reason: `${GIT_MISSING}.` } : at,
        ),
        NOT_STARTED,
      ),
    filesOfTree: (root, tree) => orElse(filesOfTree(root, tree, tools, log), NOT_STARTED),
    readBlobs: (root, tree, ids, limit) => {
      const nothing = new Map(ids.map((id): [string, BlobContent] => [id, 'missing']));
      const reading = withGit(root, tools, async (git) => readBlobContents(git, tree, ids, limit));
      return orElse<ReadonlyMap<string, BlobContent>>(
        reading.then((contents) => (typeof contents === 'string' ? nothing : contents)),
        nothing,
      );
    },
  };
}

async function mark(root: string, { env = process.env, platform = process.platform }: Partial<GitTools>): Promise<string | null> {
  const executable = await findGit({ env, platform, isExecutable: isExecutableFile });
  return markOf(root, { executable, env: gitEnvironment(env), now: Date.now() });
}

/** Runs the user's git in a folder; says so where the folder lies in no repository, or where there is no git. */
async function withGit<Answer>(
  root: string,
  tools: Partial<GitTools>,
  work: (git: GitRunner) => Promise<Answer>,
): Promise<Answer | 'no-repository' | 'no-git'> {
  // Most folders without git are told by that alone, so that git need not be started for them.
  if (!(await liesBelowDotGit(root))) return 'no-repository';
  const { env = process.env, platform = process.platform, silenceLimit = SILENCE_LIMIT } = tools;
  const executable = await findGit({ env, platform, isExecutable: isExecutableFile });
  if (executable === null) return 'no-git';
  return work(gitRunner({ executable, folder: root, env: gitEnvironment(env), spawn: tools.spawn ?? spawn, silenceLimit }));
}

async function filesOfTree(root: string, tree: string, tools: Partial<GitTools>, log: Log | undefined): ReturnType<Git['filesOfTree']> {
  const reading = await withGit(root, tools, async (git) => readTree(git, tree));
  if (typeof reading === 'string') return NOT_STARTED;
  if ('blobs' in reading) return reading;
  log?.warn(`git ls-tree: ${reading.failure.complaint}`);
  return { kind: 'unavailable', reason: reasonOf(reading.failure) };
}

/** What an inspection is asked. */
interface Inspection {
  readonly known: KnownHistory | 'not-asked' | null;
  readonly onFiles: (files: GitFiles) => void;
}

async function inspect(
  root: string,
  inspection: Inspection,
  tools: Partial<GitTools>,
  log: Log | undefined,
): Promise<GitState> {
  const state = await withGit(root, tools, async (git) => inspectWith(git, root, inspection, log));
  if (state === 'no-repository') return { kind: 'none' };
  return state === 'no-git' ? { kind: 'none', notices: [`${GIT_MISSING}, so commits, dates and permalinks are unknown.`] } : state;
}

async function inspectWith(git: GitRunner, root: string, inspection: Inspection, log: Log | undefined): Promise<GitState> {
  // Started first: all that depends on HEAD waits for it.
  const workTree = readWorkTree(git, root);
  const remotes = readKnownRemotes(git);
  const facts = await workTree;
  if (facts.kind !== 'work-tree') {
    if (facts.kind === 'unavailable') log?.debug(`git: ${facts.reason}`);
    return facts;
  }
  return facts.head === null ? withoutCommits(facts) : readCommits(git, { ...facts, ...inspection, head: facts.head, remotes }, log);
}

async function withoutCommits({ objectFormat, prefix, excludeFile }: WorkTreeFacts): Promise<GitState> {
  return {
    kind: 'repository',
    head: null,
    objectFormat,
    prefix,
    headBlobs: NO_FILES,
    changedAt: NO_FILES,
    publishedCommit: null,
    publishedBlobs: NO_FILES,
    remoteUrl: null,
    excludePatterns: await readRepositoryFile(excludeFile),
    notices: [],
  };
}

const NO_DATES = { changedAt: NO_FILES, complete: true };

interface CommitsRequest extends WorkTreeFacts, Inspection {
  readonly head: string;
  readonly remotes: Promise<KnownRemotes>;
}

async function readCommits(git: GitRunner, request: CommitsRequest, log: Log | undefined): Promise<GitState> {
  const { head, objectFormat, prefix, isShallow, shallowFile, excludeFile, known, onFiles } = request;
  const tree = readTree(git, head);
  const boundary = new Set(isShallow ? (await readRepositoryFile(shallowFile)).split(/\s+/) : []);
  const files = Promise.all([tree, readRepositoryFile(excludeFile)]);
  files.then(([headTree, excludePatterns]) => {
    if ('blobs' in headTree) onFiles({ kind: 'repository', objectFormat, prefix, headBlobs: headTree.blobs, excludePatterns });
  }, () => undefined);
  const [[headTree, excludePatterns], dates, published] = await Promise.all([
    files,
    known === 'not-asked' ? NO_DATES : readChangedAt(git, { head, prefix, boundary, known }, tree),
    readPublished(git, request, tree),
  ]);
  if ('failure' in headTree) {
    log?.warn(`git ls-tree: ${headTree.failure.complaint}`);
    return { kind: 'unavailable', reason: reasonOf(headTree.failure) };
  }
  return {
    kind: 'repository',
    head,
    objectFormat,
    prefix,
    headBlobs: headTree.blobs,
    changedAt: dates.changedAt,
    ...published,
    excludePatterns,
    notices: known === 'not-asked' ? [] : noticesOf(headTree.blobs.size - dates.changedAt.size, dates.complete, isShallow),
  };
}

async function readPublished(
  git: GitRunner,
  { head, branch, remotes }: CommitsRequest,
  headTree: Promise<TreeReading>,
): Promise<Pick<GitWorkTree, 'publishedCommit' | 'publishedBlobs' | 'remoteUrl'>> {
  const nothing = { publishedCommit: null, publishedBlobs: NO_FILES, remoteUrl: null };
  const published = await readPublication(git, await remotes, head, branch);
  if (published === null) return nothing;
  const tree = await (published.commit === head ? headTree : readTree(git, published.commit));
  return 'failure' in tree
    ? nothing
    : { publishedCommit: published.commit, publishedBlobs: tree.blobs, remoteUrl: published.remoteUrl };
}

function noticesOf(undated: number, complete: boolean, isShallow: boolean): string[] {
  if (undated === 0) return [];
  const unknown = `the dates of ${undated} ${undated === 1 ? 'file is' : 'files are'} unknown`;
  if (!complete) return [`Git could not read the whole history, so ${unknown}.`];
  return isShallow ? [`The clone is shallow: its history is cut short, so ${unknown}.`] : [];
}

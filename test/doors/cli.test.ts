import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expandPackSchema } from '../../src/contract/expandTool';
import { contextPackSchema } from '../../src/contract/tools';
import { workspaceStatusSchema } from '../../src/contract/status';
import { recomputeScore } from '../ranking/recompute';
import { runCli, temporaryFolder } from '../support/cli';
import { sampleWorkspace } from '../support/sample';

const NOW = '2026-11-30T12:00:00Z';
const QUESTION = 'How do I rotate the secrets of billing-worker?';

let workspace = '';
let home = '';

beforeAll(async () => {
  workspace = await sampleWorkspace();
  home = temporaryFolder('home');
});

const json = async (args: readonly string[]) => {
  const run = await runCli([...args, '--json'], { home });
  return { ...run, value: JSON.parse(run.stdout) as unknown };
};

describe('ask', () => {
  it('answers from a cold index with a pack of the contract, and every score can be computed again from it', async () => {
    const { code, value } = await json(['ask', QUESTION, '--workspace', workspace, '--now', NOW]);
    expect(code).toBe(0);
    const pack = contextPackSchema.parse(value);
    expect(pack.passages.length).toBeGreaterThan(3);
    // Nothing is embedded unless somebody waits for it.
    expect([pack.degraded, pack.embedding.state]).toEqual([['embeddings-pending'], 'pending']);
    expect(pack.indexedAt).not.toBeNull();
    for (const row of pack.passages) {
      expect(row.score).toBeCloseTo(recomputeScore(pack, row), 9);
      expect(row.why.reduce((sum, part) => sum + part.contribution, 0)).toBeCloseTo(row.score, 9);
    }
    expect(pack.passages.map((row) => row.score)).toEqual([...pack.passages.map((row) => row.score)].sort((a, b) => b - a));
    expect(pack.passages[0]?.entityRefs).toContain('component:default/billing-worker');
  });

  it('answers by words and meaning when told to wait for it, without embedding anything twice', async () => {
    const own = temporaryFolder('home');
    const asked = ['ask', 'how do we get rid of old passwords', '--workspace', workspace, '--now', NOW, '--json'];
    const first = contextPackSchema.parse(JSON.parse((await runCli([...asked, '--wait-embeddings'], { home: own })).stdout));
    expect([first.degraded, first.embedding.state]).toEqual([[], 'ready']);
    expect(first.nearest.length).toBeGreaterThan(0);
    for (const row of [...first.passages, ...first.nearest]) {
      expect(row.score).toBeCloseTo(recomputeScore(first, row), 9);
      expect(row.why.map(({ factor }) => factor)).toContain('meaning');
    }
    // Everything is kept, so nothing is waited for.
    const second = contextPackSchema.parse(JSON.parse((await runCli(asked, { home: own })).stdout));
    expect({ ...second, indexedAt: first.indexedAt }).toEqual(first);
    const words = contextPackSchema.parse(JSON.parse((await runCli([...asked, '--no-embeddings'], { home: own })).stdout));
    expect([words.degraded, words.embedding.state, words.nearest]).toEqual([[], 'off', []]);
    expect(words.passages.flatMap(({ why }) => why.map(({ factor }) => factor))).not.toContain('meaning');
  });

  it('refuses a model folder that holds no model, saying what it lacks', async () => {
    const { code, value } = await json(['ask', QUESTION, '--workspace', workspace, '--model-folder', path.dirname(workspace)]);
    expect(code).toBe(2);
    expect(value).toMatchObject({ error: { code: 'invalid-argument', message: expect.stringContaining('lacks config.json') as string } });
    expect(JSON.stringify(value)).not.toContain(path.dirname(workspace));
    // Meaning that is off has no need of a folder.
    expect((await json(['ask', QUESTION, '--workspace', workspace, '--no-embeddings', '--model-folder', path.dirname(workspace)])).code).toBe(0);
  });

  it('gives a person the path, lines, commit and why[] as bars', async () => {
    const { code, stdout } = await runCli(['ask', QUESTION, '--workspace', workspace, '--now', NOW, '--limit', '25'], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/shop-api\/docs\/\S+\.md:\d+(-\d+)? · commit [0-9a-f]{10}/);
    expect(stdout).toMatch(/words {5}█+/);
    // As printed, the parts of each passage add up to its score.
    const thousandths = (number: string | undefined): number => Math.round(Number(number) * 1_000);
    const passages = stdout.split(/^\d+\. /m).slice(1);
    expect(passages.length).toBeGreaterThan(3);
    for (const passage of passages) {
      const score = / {2}(\d\.\d{3})\n/.exec(passage)?.[1];
      const parts = [...passage.matchAll(/^ {3}[a-zA-Z]+ +[█▏▎▍▌▋▊▉ ]* (\d\.\d{3}) {2}/gm)].map(([, part]) => thousandths(part));
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(thousandths(score));
    }
  });

  it('lets the words of a question stand unquoted', async () => {
    const { value } = await json(['ask', 'how', 'do', 'we', 'deploy', '--workspace', workspace]);
    expect(contextPackSchema.parse(value).question).toBe('how do we deploy');
  });

  it('answers at once with index-cold when told not to wait, and finishes the index before it ends', async () => {
    const fresh = temporaryFolder('home');
    const cold = await runCli(['ask', QUESTION, '--workspace', workspace, '--no-wait', '--json'], { home: fresh });
    expect(contextPackSchema.parse(JSON.parse(cold.stdout))).toMatchObject({
      passages: [],
      indexedAt: null,
      degraded: ['index-cold'],
    });
    const warm = await runCli(['ask', QUESTION, '--workspace', workspace, '--no-wait', '--json'], { home: fresh });
    expect(contextPackSchema.parse(JSON.parse(warm.stdout)).passages.length).toBeGreaterThan(3);
  });
});

describe('expand', () => {
  it('answers what depends on an entity, across repositories, nearest first', async () => {
    const { code, value } = await json(['expand', 'state-worker', '--direction', 'in', '--depth', '2', '--workspace', workspace]);
    expect(code).toBe(0);
    const pack = expandPackSchema.parse(value);
    expect(pack.entityRef).toBe('component:default/state-worker');
    const direct = pack.edges.filter((edge) => edge.distance === 1).map((edge) => edge.from);
    expect(direct).toEqual(expect.arrayContaining(['component:default/billing-worker', 'component:default/orders-api']));
    expect(pack.edges.map((edge) => edge.distance)).toEqual([...pack.edges.map((edge) => edge.distance)].sort());
    expect(new Set(pack.edges.map((edge) => edge.sourceRef.split('/')[0]))).toContain('shop-web');
  });

  it('prints for a person where each edge is declared', async () => {
    const { stdout } = await runCli(['expand', 'billing-worker', '--edge-types', 'dependsOn', '--workspace', workspace], { home });
    expect(stdout).toMatch(/^component:default\/billing-worker\n/);
    expect(stdout).toMatch(/billing-worker dependsOn component:default\/state-worker {2}shop-api\/catalog-info\.yaml:\d+/);
  });

  it.each([
    ['depth 4', ['--depth', '4'], /^"--depth" must be at most 3\. A deeper walk is refused and not cut short/],
    ['limit 101', ['--limit', '101'], /^"--limit" must be at most 100\./],
    ['an unknown edge type', ['--edge-types', 'dependsOn,uses'], /^"--edge-types" does not know "uses"; the known values are dependsOn, partOf/],
    ['an unknown direction', ['--direction', 'sideways'], /^"--direction" does not know "sideways"; the known values are out, in, both/],
    ['a time that is none', ['--as-of', 'yesterday'], /^"--as-of" must be an ISO 8601 date or time/],
  ])('refuses %s', async (_, args, message) => {
    const run = await runCli(['expand', 'billing-worker', '--workspace', workspace, ...args], { home });
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string });
  });
});

describe('index and status', () => {
  it('parses nothing that is already stored, and only the document that changed', async () => {
    const folder = temporaryFolder('plain');
    const ownHome = temporaryFolder('home');
    for (const name of ['one', 'two', 'three']) writeFileSync(path.join(folder, `${name}.md`), `# ${name}\n\nText of ${name}.\n`);
    const counts = async (command: string) => {
      const { stdout } = await runCli([command, '--workspace', folder, '--json'], { home: ownHome });
      return workspaceStatusSchema.parse(JSON.parse(stdout)).repositories[0];
    };
    expect((await counts('index'))?.lastRefresh).toMatchObject({ found: 3, parsed: 3 });
    expect((await counts('index'))?.lastRefresh).toMatchObject({ found: 3, parsed: 0, reused: 3 });
    writeFileSync(path.join(folder, 'two.md'), '# two\n\nAnother text.\n');
    expect((await counts('status'))?.stale).toBe(1);
    expect((await counts('index'))?.lastRefresh).toMatchObject({ found: 3, parsed: 1, reused: 2 });
    expect(await counts('status')).toMatchObject({ stale: 0, documents: 3, lastRefresh: { parsed: 1 } });
  });

  it('rebuilds a damaged index file and says so', async () => {
    const folder = temporaryFolder('plain');
    const ownHome = temporaryFolder('home');
    writeFileSync(path.join(folder, 'one.md'), '# one\n\nText.\n');
    await runCli(['index', '--workspace', folder], { home: ownHome });
    for (const name of readdirSync(path.join(ownHome, 'repositories'))) {
      writeFileSync(path.join(ownHome, 'repositories', name), 'no database');
    }
    const { stdout } = await runCli(['index', '--workspace', folder, '--json'], { home: ownHome });
    const [repository] = workspaceStatusSchema.parse(JSON.parse(stdout)).repositories;
    expect(repository).toMatchObject({ problem: 'The index file was damaged; it has been rebuilt.', documents: 1 });
  });

  it('removes every index with clear', async () => {
    const folder = temporaryFolder('plain');
    const ownHome = temporaryFolder('home');
    writeFileSync(path.join(folder, 'one.md'), '# one\n\nText.\n');
    await runCli(['index', '--workspace', folder], { home: ownHome });
    expect((await runCli(['clear', '--json'], { home: ownHome })).stdout).toBe('{"cleared":true}\n');
    const { stdout } = await runCli(['status', '--workspace', folder, '--json'], { home: ownHome });
    expect(workspaceStatusSchema.parse(JSON.parse(stdout)).repositories[0]).toMatchObject({ documents: 0, verifiedAt: null });
  });
});

describe('wrong input', () => {
  it.each([
    ['an empty question', ['ask', ''], 'invalid-argument', /"question" must not be empty/],
    ['2,001 characters', ['ask', 'x'.repeat(2_001)], 'invalid-argument', /at most 2,000 characters/],
    ['limit 0', ['ask', 'q', '--limit', '0'], 'invalid-argument', /"(--)?limit" must be at least 1/],
    ['limit 26', ['ask', 'q', '--limit', '26'], 'invalid-argument', /"(--)?limit" must be at most 25/],
    ['limit x', ['ask', 'q', '--limit', 'x'], 'invalid-argument', /"(--)?limit" must be a whole number from 1 to 25\./],
    ['an unknown option', ['ask', 'q', '--limits', '3'], 'invalid-argument', /Unknown option '--limits'/],
    ['an unknown command', ['asc', 'q'], 'unknown-command', /Unknown command 'asc'/],
    ['no question', ['ask'], 'invalid-argument', /Missing required argument 'question'/],
    ['a clock that is no time', ['ask', 'q', '--now', 'yesterday'], 'invalid-argument', /"--now" must be an ISO 8601 time/],
    ['a clock on a day that is in no calendar', ['ask', 'q', '--now', '2026-02-30'], 'invalid-argument', /"--now" must be an ISO 8601 time/],
    ['a workspace that is not there', ['ask', 'q', '--workspace', './no/such/folder'], 'invalid-argument', /no\/such\/folder/],
    ['a workspace that is a file', ['ask', 'q', '--workspace', 'package.json'], 'invalid-argument', /package\.json/],
  ])('%s: exit code 2, one sentence, and the same as JSON', async (_, args, code, message) => {
    const plain = await runCli(args, { home });
    expect(plain.code).toBe(2);
    expect(plain.stdout).toBe('');
    expect(plain.stderr).toMatch(message);
    expect(plain.stderr.trimEnd().split('\n')).toHaveLength(1);
    const asJson = await json(args);
    expect(asJson.code).toBe(2);
    expect(asJson.value).toMatchObject({ error: { code, message: expect.stringMatching(message) as string } });
  });
});

it('names the option as it was typed to a person, and the argument of the contract as JSON', async () => {
  const args = ['ask', 'q', '--limit', 'x'];
  expect((await runCli(args, { home })).stderr).toBe('"--limit" must be a whole number from 1 to 25.\n');
  expect((await json(args)).value).toEqual({ error: { code: 'invalid-argument', message: '"limit" must be a whole number from 1 to 25.' } });
});

describe('--help', () => {
  it('lists what else can be asked right below ask', async () => {
    const { stdout } = await runCli(['--help'], { home });
    const commands = stdout.split('\nCommands:\n')[1]?.split('\n').map((line) => /^ {2}(\S+(?: \S+\.context)?)/.exec(line)?.[1]).filter((name) => name !== undefined);
    expect(commands?.slice(0, 4)).toEqual(['ask', 'ask code.context', 'ask workspace.context', 'expand']);
  });

  it('says what holds without an option in words only', async () => {
    for (const command of ['ask', 'expand', 'index', 'status', 'mcp', 'run', 'clear']) {
      const { stdout } = await runCli([command, '--help'], { home });
      expect(stdout).toContain('--json');
      expect(stdout).not.toMatch(/default: (\[\]|false)/);
    }
  });
});

describe('a folder that nobody named', () => {
  const NOTICE = (folder: string): string => `Indexing the folder "${path.basename(folder)}"; name another with --workspace.\n`;
  const plain = (): string => {
    const folder = temporaryFolder('plain');
    writeFileSync(path.join(folder, 'a.md'), '# A\n\nText.\n');
    return folder;
  };

  it.each([[['ask', 'text']], [['index']], [['expand', 'a']]])('is told of before its first index by %j, and only then', async (args) => {
    const [folder, ownHome] = [plain(), temporaryFolder('home')];
    expect((await runCli([...args, '--no-embeddings'], { home: ownHome, cwd: folder })).stderr).toBe(NOTICE(folder));
    expect((await runCli([...args, '--no-embeddings'], { home: ownHome, cwd: folder })).stderr).toBe('');
  });

  it('is not told of as JSON, when it is named, or in a repository', async () => {
    const folder = plain();
    const stderrOf = async (args: readonly string[], cwd: string) => (await runCli(['index', '--no-embeddings', ...args], { home: temporaryFolder('home'), cwd })).stderr;
    expect(await stderrOf(['--json'], folder)).toBe('');
    expect(await stderrOf(['--workspace', '.'], folder)).toBe('');
    expect(await stderrOf([], path.join(path.dirname(workspace), 'shop-api'))).toBe('');
  });
});

it('shows no escape sequence of what was typed to a terminal, which would obey it', async () => {
  const { code, stderr } = await runCli(['ask', 'q', '--workspace', './no\u001b[31m\u0007/folder'], { home });
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'There is no "./no/folder"; name a folder or a .code-workspace file that exists.\n' });
});

describe('workspaces with nothing much in them', () => {
  const ask = async (folder: string) => {
    const { code, value } = await json(['ask', 'anything at all', '--workspace', folder]);
    expect(code).toBe(0);
    return contextPackSchema.parse(value);
  };

  it('answers an empty folder with an empty pack', async () => {
    expect(await ask(temporaryFolder('empty'))).toMatchObject({ passages: [], degraded: [] });
  });

  it('tells a person that there is nothing to find in an empty folder, whatever the words', async () => {
    const folder = temporaryFolder('empty');
    const { stdout } = await runCli(['ask', 'anything at all', '--workspace', folder], { home });
    expect(stdout).toContain(`There are no documents in "${path.basename(folder)}"; name another folder with --workspace.`);
    expect(stdout).not.toContain('try other words');
  });

  it('reads a folder without git, and cites without a commit', async () => {
    const folder = temporaryFolder('plain');
    mkdirSync(path.join(folder, 'docs'));
    writeFileSync(path.join(folder, 'docs', 'a.md'), '# A\n\nanything at all\n');
    const [row] = (await ask(folder)).passages;
    expect(row).toMatchObject({
      sourceCommit: null,
      changedAt: null,
      dirty: false,
      attachedBy: 'repository',
      sourceUri: `workspace:/${path.basename(folder)}/docs/a.md#L3-L3`,
    });
  });
});

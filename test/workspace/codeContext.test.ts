import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePackSchema, type CodePack } from '../../src/contract/codeTool';
import type { WorkspacePorts } from '../../src/workspace/createService';
import type { WorkspaceService } from '../../src/workspace/service';
import { OWN_SAMPLES } from '../support/secretSamples';
import { nodeService } from './nodeService';
import { runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const CHARGE = "import { nextAttempt } from './retry';\n/** Charges a card. */\nexport async function chargeCard(card: string) {\n  return nextAttempt(card.length);\n}\n";
const RETRY = '/** Says when a failed charge is tried again. */\nexport function nextAttempt(failures: number): number {\n  return 2 ** failures;\n}\n';
const TEST = "import { nextAttempt } from './retry';\nit('waits longer each time', () => {\n  expect(nextAttempt(1)).toBe(2);\n});\n";

function shop(more: Readonly<Record<string, string>> = {}): string {
  const root = path.join(temporaryRoot(), 'shop');
  mkdirSync(root);
  writeTree(root, { 'src/charge.ts': CHARGE, 'src/retry.ts': RETRY, 'src/retry.test.ts': TEST, 'README.md': '# Shop\n', ...more });
  return root;
}

const WAIT = { wait: true, now: null } as const;
const AT_ONCE = { wait: false, now: null } as const;
const ask = (service: WorkspaceService, args: Record<string, unknown> = {}): Promise<CodePack> =>
  service.codeContext({ repo: 'shop', task: 'when is a failed charge tried again?', ...args }, WAIT);
const called = ({ evidence }: CodePack): string[] => evidence.map(({ completeness }) => completeness);

/** A service whose parser counts what it reads. */
function counted(folders: readonly string[], home?: string, more: (ports: WorkspacePorts) => Partial<WorkspacePorts> = () => ({})) {
  const parsed: string[] = [];
  const service = nodeService(folders, {
    ...(home === undefined ? {} : { home }),
    ports: (ports) => ({
      ...more(ports),
      code: { store: ports.code!.store, parser: { ...ports.code!.parser, read: (request) => (parsed.push(request.text), ports.code!.parser.read(request)) } },
    }),
  });
  return { service, parsed };
}

describe('code.context', () => {
  it('answers with declarations, their lines and why, complete where nothing was left out', async () => {
    const pack = await ask(nodeService([shop()]), { snippetLines: 5 });
    expect(codePackSchema.parse(pack)).toEqual(pack);
    expect(pack.symbols[0]).toMatchObject({ name: 'nextAttempt', kind: 'function', path: 'src/retry.ts', line: 2, signature: 'export function nextAttempt(failures: number): number', summary: 'Says when a failed charge is tried again.' });
    expect(pack.snippets[0]).toEqual({ name: 'nextAttempt', path: 'src/retry.ts', line: 2, code: 'export function nextAttempt(failures: number): number {\n  return 2 ** failures;\n}' });
    expect(pack.evidence).toMatchObject([{ completeness: 'complete', freshness: { stale: false }, generation: { commit: null, dirty: false }, reasons: [] }]);
    expect([pack.tests, pack.related, pack.notices, pack.outOfScope]).toEqual([[], [], [], 0]);
    for (const { score, why } of pack.symbols) expect(why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 9);
  });

  it('says that related files and tests were cut: more use a symbol than are listed', async () => {
    // 25 files use it and 22 test it; 20 of each are listed, so 5 and 2 are not.
    const users = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`src/user${n}.ts`, `import { nextAttempt } from './retry';\nexport function user${n}() {\n  return nextAttempt(${n});\n}\n`]));
    const tests = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`src/retry${n}.test.ts`, `import { nextAttempt } from './retry';\nit('waits ${n}', () => {\n  expect(nextAttempt(${n})).toBe(1);\n});\n`]));
    const root = shop({ ...users, ...tests });
    rmSync(path.join(root, 'src/charge.ts'));
    const pack = await ask(nodeService([root]), { task: 'nextAttempt', scope: ['src/retry.ts'], mode: 'plan' });
    expect([pack.related.length, pack.tests.length]).toEqual([20, 20]);
    expect(pack.evidence).toMatchObject([{ completeness: 'lower_bound', reasons: [expect.stringMatching(/^7 more places use these symbols/)] }]);
  });

  it('says that related files and tests are those of the first 20 symbols only', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`lib/part${n}.ts`, `export function widget${n}Of() {}\n`]));
    const service = nodeService([shop(many)]);
    const task = { task: 'widget', keywords: Object.keys(many), scope: ['lib'], mode: 'plan', limit: 100, includeSnippet: false };
    const pack = await ask(service, task);
    expect(pack.symbols).toHaveLength(21);
    expect(pack.evidence).toMatchObject([{ completeness: 'lower_bound', reasons: [expect.stringMatching(/those of the first 20 symbols/)] }]);
    expect(called(await ask(service, { ...task, mode: 'explore' }))).toEqual(['complete']);
  });

  it('says that a long file without a grammar is searched by its beginning', async () => {
    // 256 KiB are read; the table comes after them.
    const sql = `${'-- filler\n'.repeat(27_000)}create table zyxwvut (id int);\n`;
    const service = nodeService([shop({ 'db/dump.sql': sql })]);
    const pack = await ask(service, { task: 'zyxwvut' });
    expect(pack.symbols).toEqual([]);
    expect(pack.evidence).toMatchObject([{ completeness: 'partial', reasons: [expect.stringMatching(/^1 file without a grammar is larger than 256 KiB/)] }]);
    expect(called(await ask(service, { task: 'zyxwvut', scope: ['src'] }))).toEqual(['complete']);
  });

  it('answers at once that it knows nothing while nothing is read, and soon after with what is', async () => {
    const service = nodeService([shop()]);
    const task = { repo: 'shop', task: 'charge' };
    const cold = await service.codeContext(task, AT_ONCE);
    expect(cold).toMatchObject({ symbols: [], evidence: [{ completeness: 'unknown', freshness: { indexedAt: null, stale: true }, reasons: [expect.stringMatching(/Ask again/)] }] });
    await service.idle();
    const warm = await service.codeContext(task, AT_ONCE);
    expect(warm.symbols.length).toBeGreaterThan(0);
    expect(called(warm)).toEqual(['complete']);
  });

  it('reads no code and loads no grammar for any other question', async () => {
    const { service, parsed } = counted([shop()]);
    await service.ask({ question: 'what is shop' }, WAIT);
    await service.status();
    expect(parsed).toEqual([]);
  });

  it('says of the generation which commit it is, and whether files differ from it', async () => {
    const root = shop();
    runGit(root, 'init', '-q');
    runGit(root, 'add', '-A');
    runGit(root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'all');
    const commit = runGit(root, 'rev-parse', 'HEAD').trim();
    const service = nodeService([root]);
    expect((await ask(service)).evidence[0]?.generation).toEqual({ commit, dirty: false });
    writeFileSync(path.join(root, 'src/retry.ts'), `${RETRY}// more\n`);
    expect((await ask(service)).evidence[0]?.generation).toEqual({ commit, dirty: true });
    writeFileSync(path.join(root, 'src/retry.ts'), RETRY);
    rmSync(path.join(root, 'src/charge.ts'));
    // A file that is gone is a difference, too.
    expect((await ask(service)).evidence[0]?.generation).toEqual({ commit, dirty: true });
  });

  it('says with mode plan which tests exercise a symbol and which files use it', async () => {
    const pack = await ask(nodeService([shop()]), { mode: 'plan', limit: 1 });
    expect(pack.tests).toEqual([{ name: 'waits longer each time', path: 'src/retry.test.ts', line: 3 }]);
    expect(pack.related).toEqual([{ name: 'chargeCard', path: 'src/charge.ts', line: 4 }]);
  });

  it('takes a use of the same name for one of another symbol where nothing speaks for it', async () => {
    const root = shop({ 'a/one.ts': 'export function build() {\n  return 1;\n}\n', 'b/two.ts': 'export function build() {\n  return 2;\n}\n', 'c/user.ts': "import { build } from '../b/two';\nexport function use() {\n  return build();\n}\n" });
    const pack = await ask(nodeService([root]), { mode: 'plan', task: 'build in a/one', scope: ['a'] });
    expect(pack.symbols[0]).toMatchObject({ name: 'build', path: 'a/one.ts' });
    // Declared by two files, imported from the other one; only three or fewer may be told by the name alone, and this one says whose it is.
    expect(pack.related.map(({ path: file }) => file)).not.toContain('b/two.ts');
  });

  it('goes on with a cursor, each symbol once, and refuses one of another call', async () => {
    const root = shop(Object.fromEntries([...'ABCDEFGHIJKL'].map((at) => [`src/part${at}.ts`, `export function chargeOf${at}x() {\n  return 1;\n}\n`])));
    const service = nodeService([root]);
    const whole = await ask(service, { task: 'charge', limit: 100 });
    const paged: CodePack['symbols'] = [];
    let cursor: string | undefined;
    do {
      const page: CodePack = await ask(service, { task: 'charge', limit: 4, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.symbols);
      if (page.nextCursor !== undefined) expect(called(page)).toContain('lower_bound');
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole.symbols);
    const { nextCursor } = await ask(service, { task: 'charge', limit: 4 });
    await expect(ask(service, { task: 'pay', cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid-argument', message: expect.stringMatching(/another question/) });
    writeFileSync(path.join(root, 'src/more.ts'), 'export const more = 1;\n');
    await expect(ask(service, { task: 'charge', cursor: nextCursor })).rejects.toMatchObject({ message: expect.stringMatching(/changed since/) });
  });

  it('says what it cut: snippets that show the beginning only, and what did not fit', async () => {
    const service = nodeService([shop({ 'src/long.ts': `export function chargeAll() {\n${'  step();\n'.repeat(50)}}\n` })]);
    expect(called(await ask(service, { task: 'chargeAll', snippetLines: 3 }))).toEqual(['source_trimmed']);
    expect(called(await ask(service, { task: 'chargeAll', includeSnippet: false }))).toEqual(['complete']);
  });

  it('stays within 32 KiB, and within less where there is less, and says so', async () => {
    const long = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/part${at}.ts`, `/** ${'Charges a card. '.repeat(12)} */\nexport function charge${at}() {\n${'  return chargeTheCardOnceMore();\n'.repeat(40)}}\n`]));
    const service = nodeService([shop(long)]);
    const pack = await ask(service, { task: 'charge', limit: 100, snippetLines: 80 });
    expect(Buffer.byteLength(JSON.stringify({ ...pack, nextCursor: undefined }))).toBeLessThanOrEqual(32 * 1024);
    expect(called(pack)).toEqual(['lower_bound', 'source_trimmed']);
    expect(pack.nextCursor).toBeDefined();
  });

  it.each([
    [{ task: '' }, /"task" must not be empty/],
    [{ task: undefined }, /"task" is missing/],
    [{ repo: 'nowhere' }, /"repo" must be the id of a repository that is open here: shop/],
    [{ limit: 101 }, /"limit" must be at most 100/],
    [{ mode: 'guess' }, /"mode" does not know "guess"/],
    [{ unknown: 1 }, /Unknown argument "unknown"/],
    [{ scope: ['../other'] }, /"scope" takes paths relative/],
    [{ scope: [' '] }, /"scope" takes paths relative/],
    [{ scope: ['/etc'] }, /"scope" takes paths relative/],
    [{ scope: ['C:\\code'] }, /"scope" takes paths relative/],
    [{ cursor: 'x' }, /"cursor" is none/],
  ])('refuses %j', async (args, message) => {
    await expect(ask(nodeService([shop()]), args)).rejects.toThrow(message);
  });
});

describe('what lies outside of a repository', () => {
  it('is not read, and counted', async () => {
    const elsewhere = temporaryTree({ 'secretPlan.ts': 'export function chargeTwice() {}\n', 'lib/more.ts': 'export function chargeThrice() {}\n' });
    const root = shop({ 'nested/own.ts': 'export function chargeNested() {}\n' });
    for (const folder of [root, path.join(root, 'nested')]) runGit(folder, 'init', '-q');
    symlinkSync(path.join(elsewhere, 'secretPlan.ts'), path.join(root, 'src/linked.ts'));
    symlinkSync(path.join(elsewhere, 'lib'), path.join(root, 'lib'));
    symlinkSync(path.join(root, 'src/charge.ts'), path.join(root, 'src/again.ts'));
    const pack = await ask(nodeService([root]), { task: 'charge chargeTwice chargeThrice chargeNested', limit: 100 });
    // The file's link, the folder's link and the repository in it; the link inside leads to what is found where it lies.
    expect(pack.outOfScope).toBe(3);
    expect(new Set(pack.symbols.map(({ path: file }) => file))).toEqual(new Set(['src/charge.ts', 'src/retry.ts']));
    expect((await ask(nodeService([root]), { task: 'charge', scope: ['lib'] })).outOfScope).toBe(1);
  });

  it('has an id of its own that answers at once, before the repository around it was ever indexed', async () => {
    const root = shop({ 'libs/payments/src/charge.ts': 'export function chargeCard() {\n  return 1;\n}\n', 'libs/payments/deep/ledger/src/book.ts': 'export const book = 1;\n' });
    for (const folder of ['libs/payments', 'libs/payments/deep/ledger']) mkdirSync(path.join(root, folder, '.git'));
    const service = nodeService([root]);
    const atOnce = { wait: false, now: null };
    // Nothing of it is read yet, which the answer says; that it is a repository is known all the same.
    const cold = await service.codeContext({ repo: 'payments', task: 'charge a card' }, atOnce);
    expect([cold.repo, cold.evidence[0]?.completeness]).toEqual(['payments', 'unknown']);
    const { repositories } = await service.workspaceCodeContext({ targets: [{ id: 'ledger' }, { id: 'shop' }], payload: { task: 'x' } }, atOnce);
    expect(repositories.map(({ id, started, error }) => [id, started, error])).toEqual([['ledger', true, undefined], ['shop', true, undefined]]);
    await expect(service.codeContext({ repo: 'nowhere', task: 'x' }, atOnce)).rejects.toThrow(/open here: ledger, payments, shop/);
    await service.idle();
    expect((await service.codeContext({ repo: 'payments', task: 'charge a card' }, atOnce)).symbols[0]?.name).toBe('chargeCard');
    // An index of all of it knows the same repositories.
    expect((await service.index()).repositories.map(({ id }) => id)).toEqual(['ledger', 'payments', 'shop']);
  });

  it('that is ignored is no repository of the workspace, asked before or after', async () => {
    const root = shop({ '.gitignore': 'scratch/\n', 'scratch/other/src/a.ts': 'export const a = 1;\n' });
    mkdirSync(path.join(root, 'scratch/other/.git'));
    const service = nodeService([root]);
    await expect(service.codeContext({ repo: 'other', task: 'x' }, { wait: false, now: null })).rejects.toThrow(/open here: shop\./);
    await expect(service.codeContext({ repo: 'other', task: 'x' }, { wait: true, now: null })).rejects.toThrow(/open here: shop\./);
  });

  it('is no path of the machine in any answer or error', async () => {
    const root = shop();
    const service = nodeService([root]);
    const home = path.dirname(root);
    const texts = [JSON.stringify(await ask(service, { mode: 'plan' }))];
    for (const args of [{ repo: root }, { scope: [root] }, { cursor: root }, { task: 'charge', keywords: ['a'.repeat(201)] }]) {
      texts.push(await ask(service, args).then(JSON.stringify, (thrown: Error) => thrown.message));
    }
    for (const text of texts) expect(text).not.toContain(home);
  });
});

describe('secrets', () => {
  const [sample] = fc.sample(OWN_SAMPLES['random value named as a secret']!, { numRuns: 1, seed: 5 });

  it('are in no answer and in nothing that is kept, and code of their files is not shown', async () => {
    const root = shop({ 'src/settings.ts': `export function chargeSettings() {\n  return { ${sample!.text.replace(/\n/g, ' ')} };\n}\n`, '.env': 'CHARGE_TOKEN=abc\n' });
    const service = nodeService([root]);
    const pack = await ask(service, { task: 'chargeSettings token' });
    expect(pack.symbols[0]).toMatchObject({ name: 'chargeSettings' });
    expect(pack.snippets.map(({ path: file }) => file)).not.toContain('src/settings.ts');
    expect(pack.symbols.map(({ path: file }) => file)).not.toContain('.env');
    expect(called(pack)).toEqual(['source_trimmed']);
    expect(JSON.stringify(pack)).not.toContain(sample!.secret);
    expect((await ask(service, { task: sample!.secret })).symbols).toEqual([]);
  });

  it('that cannot be looked for leave a file out, which makes the answer partial', async () => {
    const root = shop({ 'src/settings.ts': `export function chargeSettings() {\n  return { ${sample!.text.replace(/\n/g, ' ')} };\n}\n` });
    const service = nodeService([root], { ports: () => ({ secretScanner: { scan: () => Promise.reject(new Error('broken')) } }) });
    const pack = await ask(service, { task: 'chargeSettings' });
    expect(pack.symbols.map(({ path: file }) => file)).not.toContain('src/settings.ts');
    expect(called(pack)).toContain('partial');
  });
});

describe('the index of code', () => {
  it('parses each content once: not again after a restart, in a clone, under another name or on another branch', async () => {
    const root = shop();
    const { service, parsed } = counted([root]);
    await ask(service);
    // Three files of code; the README is a document.
    expect(parsed).toHaveLength(3);
    await service.idle();
    const again = counted([root], service.home);
    await ask(again.service);
    expect(again.parsed).toEqual([]);

    renameSync(path.join(root, 'src/retry.ts'), path.join(root, 'src/schedule.ts'));
    expect((await ask(again.service)).symbols[0]).toMatchObject({ name: 'nextAttempt', path: 'src/schedule.ts' });
    expect(again.parsed).toEqual([]);

    const clone = path.join(temporaryRoot(), 'shop');
    cpSync(root, clone, { recursive: true });
    const cloned = counted([clone], service.home);
    await ask(cloned.service);
    expect(cloned.parsed).toEqual([]);

    writeFileSync(path.join(clone, 'src/charge.ts'), `${CHARGE}// other\n`);
    await ask(cloned.service);
    expect(cloned.parsed).toHaveLength(1);
    writeFileSync(path.join(clone, 'src/charge.ts'), CHARGE);
    await ask(cloned.service);
    expect(cloned.parsed).toHaveLength(1);
  });

  it('reads no file again that did not change', async () => {
    const root = shop();
    for (const file of ['src/charge.ts', 'src/retry.ts', 'src/retry.test.ts']) utimesSync(path.join(root, file), 1_000_000, 1_000_000);
    const read: string[] = [];
    const service = nodeService([root], { ports: ({ files }) => ({ files: { ...files, read: (at, file, limit) => (read.push(file), files.read(at, file, limit)) } }) });
    await ask(service, { includeSnippet: false });
    read.length = 0;
    await ask(service, { includeSnippet: false });
    expect(read.filter((file) => file.endsWith('.ts'))).toEqual([]);
  });

  /** A service with everything it does to the machine counted. */
  function watched(root: string) {
    const counts = { read: 0, listed: 0, inspected: 0, contents: 0 };
    const reset = (): void => void Object.assign(counts, { read: 0, listed: 0, inspected: 0, contents: 0 });
    const service = nodeService([root], {
      ports: ({ files, git, code }) => ({
        files: {
          ...files,
          read: (at, file, limit) => ((counts.read += file.endsWith('.ts') ? 1 : 0), files.read(at, file, limit)),
          list: (at, folder) => ((counts.listed += 1), files.list(at, folder)),
        },
        git: { ...git, inspect: (at, known) => ((counts.inspected += known === 'not-asked' ? 1 : 0), git.inspect(at, known)) },
        code: { ...code!, store: { ...code!.store, contents: (keys) => ((counts.contents += keys.length), code!.store.contents(keys)) } },
      }),
    });
    return { service, counts, reset };
  }

  /** Many files that were changed long ago, so that their times tell. */
  function many(count: number, folder = ''): string {
    const files = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}src/part${at}.ts`, `export function part${at}() {\n  return ${at};\n}\n`]));
    const root = path.join(temporaryRoot(), 'shop');
    writeTree(root, files);
    for (const file of Object.keys(files)) utimesSync(path.join(root, file), 1_000_000, 1_000_000);
    return root;
  }

  it('does for one changed file the work of one file: it is read and posted, nothing is walked and git is not asked', async () => {
    const root = many(120);
    runGit(root, 'init', '-q');
    runGit(root, 'add', '-A');
    runGit(root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'all');
    const { service, counts, reset } = watched(root);
    await ask(service, { task: 'x' });
    expect(counts.contents).toBe(120);
    const changed = path.join(root, 'src/part7.ts');
    const save = async (text: string): Promise<CodePack> => {
      writeFileSync(changed, text);
      reset();
      await service.filesChanged({ paths: [changed, path.join(root, 'src/.part7.ts.swp')] });
      return service.codeContext({ repo: 'shop', task: 'freshName', includeSnippet: false }, AT_ONCE);
    };
    const fresh = await save('export function freshName() {}\n');
    expect([fresh.symbols[0]?.name, fresh.evidence[0]?.generation.dirty]).toEqual(['freshName', true]);
    // Once to name its text, once to parse it.
    expect(counts).toEqual({ read: 2, listed: 0, inspected: 0, contents: 1 });
    const back = await save('export function part7() {\n  return 7;\n}\n');
    expect([back.symbols, back.evidence[0]?.generation.dirty]).toEqual([[], false]);
    await service.idle();
    // A process that begins with what was stored knows the same.
    writeFileSync(changed, 'export function lastName() {}\n');
    await service.filesChanged({ paths: [changed] });
    await service.idle();
    const restarted = nodeService([root], { home: service.home });
    expect((await restarted.codeContext({ repo: 'shop', task: 'lastName' }, AT_ONCE)).symbols[0]?.name).toBe('lastName');
  });

  it('looks at the whole repository where more than the text of files changed', async () => {
    const root = many(10);
    const { service } = watched(root);
    await ask(service, { task: 'x' });
    const told = async (...files: string[]): Promise<string[]> => {
      await service.filesChanged({ paths: files.map((file) => path.join(root, file)) });
      await service.idle();
      return (await service.codeContext({ repo: 'shop', task: 'part1 newName movedName' }, AT_ONCE)).symbols.map(({ path: file }) => file);
    };
    writeTree(root, { 'more/new.ts': 'export function newName() {}\n' });
    expect(await told('more')).toContain('more/new.ts');
    rmSync(path.join(root, 'src/part1.ts'));
    expect(await told('src/part1.ts')).not.toContain('src/part1.ts');
    renameSync(path.join(root, 'more'), path.join(root, 'other'));
    expect(await told('more', 'other')).toContain('other/new.ts');
    writeFileSync(path.join(root, '.gitignore'), 'other/\n');
    expect(await told('.gitignore')).not.toContain('other/new.ts');
  });

  it('asks git again only where its state may be another one', async () => {
    const root = shop();
    runGit(root, 'init', '-q');
    const commit = (): void => {
      runGit(root, 'add', '-A');
      runGit(root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'all');
    };
    commit();
    const { service, counts, reset } = watched(root);
    await ask(service);
    reset();
    await ask(service);
    const asked = counts.inspected;
    writeFileSync(path.join(root, 'src/charge.ts'), `${CHARGE}// other\n`);
    expect((await ask(service)).evidence[0]?.generation.dirty).toBe(true);
    commit();
    const { generation } = (await ask(service)).evidence[0]!;
    expect(generation).toEqual({ commit: runGit(root, 'rev-parse', 'HEAD').trim(), dirty: false });
    // Files of git's that are this young are not told apart by their times: then it is asked all the same.
    expect(asked).toBeLessThanOrEqual(2);
  });

  it('drops the index of a repository that nobody asked for a while, and makes it again of what is stored', async () => {
    const [one, other] = [many(5), path.join(temporaryRoot(), 'web')];
    writeTree(other, { 'a.ts': 'export const a = 1;\n' });
    const contents: string[][] = [];
    const service = nodeService([one, other], { ports: ({ code }) => ({ code: { ...code!, store: { ...code!.store, contents: (keys) => (contents.push([...keys]), code!.store.contents(keys)) } } }) });
    const first = await ask(service, { task: 'part1' });
    await service.idle();
    contents.length = 0;
    const askOther = () => service.codeContext({ repo: 'web', task: 'a' }, WAIT);
    service.pass(14 * 60_000);
    await askOther();
    await service.idle();
    // Too soon: it is still there.
    await ask(service, { task: 'part1' });
    expect(contents.flat()).toHaveLength(1);
    await service.idle();
    contents.length = 0;
    service.pass(16 * 60_000);
    await askOther();
    const again = await service.codeContext({ repo: 'shop', task: 'part1' }, AT_ONCE);
    expect(contents.map((keys) => keys.length)).toContain(5);
    expect(again.symbols).toEqual(first.symbols);
    await service.idle();
  });

  it('follows what is reported: the next answer has it, without waiting', async () => {
    const root = shop();
    const service = nodeService([root]);
    await ask(service);
    writeFileSync(path.join(root, 'src/retry.ts'), 'export function brandNewName() {}\n');
    await service.filesChanged({ paths: [path.join(root, 'src/retry.ts')] });
    await service.idle();
    const pack = await service.codeContext({ repo: 'shop', task: 'brandNewName' }, AT_ONCE);
    expect(pack.symbols[0]).toMatchObject({ name: 'brandNewName', path: 'src/retry.ts' });
    expect(called(pack)).toEqual(['complete']);
  });

  it('says that it is stale when it is, and is refreshed behind the answer', async () => {
    const service = nodeService([shop()]);
    await ask(service);
    service.pass(6 * 60 * 1000);
    // Nothing was reported, so what it knows is all there is to be said, and how old that is.
    expect((await service.codeContext({ repo: 'shop', task: 'charge' }, AT_ONCE)).evidence).toMatchObject([{ completeness: 'complete', freshness: { stale: true } }]);
    await service.idle();
    expect((await service.codeContext({ repo: 'shop', task: 'charge' }, AT_ONCE)).evidence[0]?.freshness.stale).toBe(false);
  });

  it('is read again where what is kept of it was lost', async () => {
    const root = shop();
    const first = nodeService([root]);
    await ask(first);
    await first.idle();
    rmSync(path.join(first.home, 'code'), { recursive: true });
    expect((await ask(nodeService([root], { home: first.home }))).symbols[0]?.name).toBe('nextAttempt');
  });

  it('says of files that are too large, and of code whose declarations could not be told', async () => {
    const service = nodeService([shop({ 'src/huge.ts': `// ${'x'.repeat(1024 * 1024)}\n`, 'src/deep.ts': `export const deep = ${'[\n'.repeat(3_000)}${']'.repeat(3_000)};\n` })]);
    const pack = await ask(service, { includeSnippet: false });
    expect(called(pack)).toEqual(['partial', 'lower_bound']);
    expect(pack.evidence[0]?.reasons).toEqual(['1 file is larger than 1 MiB and not in it.']);
    // What is asked of elsewhere lacks neither of them.
    expect(called(await ask(service, { includeSnippet: false, scope: ['src/retry.ts'] }))).toEqual(['complete']);
  });

  it('leaves out what files.exclude and .gitignore do', async () => {
    const service = nodeService([shop({ '.gitignore': 'ignored/\n', 'ignored/a.ts': 'export function chargeIgnored() {}\n', 'old/b.ts': 'export function chargeOld() {}\n' })], { exclude: ['old'] });
    const files = (await ask(service, { task: 'chargeIgnored chargeOld charge' })).symbols.map(({ path: file }) => file);
    expect(files.filter((file) => /^(ignored|old)/.test(file))).toEqual([]);
  });
});

it('ends a call that nobody waits for any more', async () => {
  const service = nodeService([shop()]);
  const controller = new AbortController();
  controller.abort();
  await expect(service.codeContext({ repo: 'shop', task: 'charge' }, WAIT, { signal: controller.signal })).rejects.toThrow();
});

it('has git to ask (guards the tests above)', () => {
  expect(execFileSync('git', ['--version'], { encoding: 'utf8' })).toMatch(/git version/);
});

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './bigFolder.mjs';
import { driverClient } from './driverClient.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const QUESTION = 'How long does a rollout take?';

const makeRepository = (folder) => {
  mkdirSync(join(folder, 'docs'), { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'docs', 'rollout.md'), '# Rollout\n\nA rollout takes an hour.\n');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'How long a rollout takes');
};

/** Commits without a change of any file below `docs`: only git's own files tell of it. */
const commit = (folder, message) => {
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  return git(folder, 'rev-parse', 'HEAD');
};

/**
 * Commits and checkouts are seen although git's own folder lies outside of what is opened: above it, or, of a linked work
 * tree, elsewhere.
 */
export const seeCommits = async ({ results, folder, tools, editor, say, cleanUp }) => {
  const place = join(folder, 'commits');
  const above = join(place, 'above');
  const main = join(place, 'main');
  const linked = join(place, 'linked');
  makeRepository(above);
  makeRepository(main);
  git(main, 'worktree', 'add', '--quiet', '-b', 'other', linked);

  const cases = [
    ['a folder inside a repository', join(above, 'docs'), above],
    ['a linked work tree', linked, linked],
    ['a repository', main, main],
  ];
  editor.useTheme('Dark Modern');
  for (const [index, [what, opened, repository]] of cases.entries()) {
    const driverFolder = join(folder, `driver-commits-${index}`);
    const driver = driverClient(driverFolder);
    const { url, stop } = await editor.start(opened, {
      env: { WORKSPACE_CONTEXT_HOME: join(folder, `index-commits-${index}`), WORKSPACE_CONTEXT_DRIVER: driverFolder },
      logFile: join(results, `code-server-commits-${index}.log`),
    });
    const stopEditor = cleanUp(stop);
    const workbench = await openWorkbench(tools.browser, url);
    const closeBrowser = cleanUp(workbench.close);
    try {
      await driver.ready();
      const ask = () => driver.call({ action: 'command', command: 'workspaceContext.ask', args: [{ question: QUESTION }] });
      const [first] = (await ask()).passages;
      assert.equal(first.sourceCommit, git(repository, 'rev-parse', 'HEAD'), `${what}: the answer is from HEAD`);
      // The editor says of no watch when it is set up.
      await workbench.page.waitForTimeout(3_000);

      /** The status tells what the index holds; other than a question it has nothing looked at. */
      const seesHead = (head) =>
        until(`${what}: HEAD in the status`, async () => {
          await driver.call({ action: 'command', command: 'workspaceContext.showStatus' });
          const page = await driver.call({ action: 'documentText', scheme: 'workspace-context-status' });
          return page?.includes(`at commit ${head.slice(0, 7)}`);
        }, { seconds: 20, everyMs: 300 });
      await seesHead(commit(repository, 'A commit that changes no file'));
      git(repository, 'checkout', '--quiet', '-b', `branch-${index}`);
      const onBranch = commit(repository, 'On a branch of its own');
      await seesHead(onBranch);
      assert.equal((await ask()).passages[0].sourceCommit, onBranch, `${what}: and the answer follows`);
      say(`${what}: commits and a new branch were seen as they happened`);
    } catch (error) {
      await workbench.screenshot(join(results, `failure-commits-${index}.png`)).catch(() => undefined);
      throw error;
    } finally {
      await closeBrowser();
      await stopEditor();
    }
  }
};

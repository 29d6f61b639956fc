import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const TASK = 'retry the settlement of an order in billing';
const REPOSITORIES = ['shop-web', 'shop-api'];

/** What the CLI prints for the same call, from the same index. */
const cliAnswer = (root, workspace, home, folder, operation, repositories, payload) => {
  const file = join(folder, 'payload.json');
  writeFileSync(file, JSON.stringify(payload));
  const asked = repositories.flatMap((id) => ['--repo', id]);
  return JSON.parse(
    execFileSync(process.execPath, [join(root, 'dist', 'cli.js'), 'ask', operation, ...asked, '--payload', file, '--json', '--workspace', workspace], {
      encoding: 'utf8',
      env: { ...process.env, WORKSPACE_CONTEXT_HOME: home },
    }),
  );
};

/** When the files were compared last depends on the call; everything else must be the same. */
const withoutTimes = (value) =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'freshness' ? undefined : one)));

const isRead = ({ evidence }) => evidence.every(({ completeness }) => completeness !== 'unknown');

/** As an agent: where a task belongs in the code, of one repository and of several, the same as on the command line. */
export const callCodeTools = async ({ root, results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern');
  const driverFolder = join(folder, 'driver-code');
  const driver = driverClient(driverFolder);
  const home = join(folder, 'index-code');
  const { url, stop } = await editor.start(workspace, {
    env: { WORKSPACE_CONTEXT_HOME: home, WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-code.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);
  const pictures = new Set();

  /** Calls a tool; the person's part, to confirm it, is done in the window. */
  const invoke = async (name, input, question, more = {}) => {
    const answer = driver.start({ action: 'invokeTool', name, input, ...more });
    const picture = pictures.has(name) ? null : join(results, `confirm-${name}.png`);
    pictures.add(name);
    const dialog = await workbench.pressInDialog(/^(Yes|Allow|Continue|OK)/i, picture);
    assert.match(dialog, question, 'the confirmation says what the tool does');
    return answer(60);
  };
  const partsOf = ({ value, error }) => {
    assert.equal(error, undefined, error?.message);
    const [text, data] = value.parts;
    return { text: text.value, pack: JSON.parse(data.value) };
  };

  try {
    await driver.ready();
    const one = (more = {}) => invoke('code_context', { repo: 'shop-api', task: TASK, mode: 'plan', limit: 5 }, /Find code in a repository/, more);
    const cold = partsOf(await one());
    assert.equal(cold.pack.evidence[0].completeness, 'unknown', 'the first call says that nothing is read yet, and starts it');
    const { text, pack } = await until(
      'an answer from the code that is read',
      async () => {
        const answer = partsOf(await one());
        return isRead(answer.pack) ? answer : null;
      },
      { seconds: 60, everyMs: 500 },
    );
    assert.ok(pack.symbols.some(({ path }) => path.startsWith('src/billing/')), `a symbol of src/billing: ${pack.symbols.map(({ path }) => path)}`);
    assert.ok(text.includes(pack.symbols[0].path), 'the text names the file of the first symbol');
    assert.match(text, /data|instructions/i, 'the text says that it is data');
    assert.ok(!text.includes(workspace), 'no folder of this machine in the text');
    assert.deepEqual(
      withoutTimes(pack),
      withoutTimes(cliAnswer(root, workspace, home, folder, 'code.context', ['shop-api'], { task: TASK, mode: 'plan', limit: 5 })),
      'the CLI gives the same answer',
    );
    say(`as an agent: code_context found ${pack.symbols.map(({ name }) => name).join(', ')}, the same as the CLI`);

    const payload = { task: TASK, limit: 3 };
    const input = { targets: REPOSITORIES.map((id) => ({ id })), payload };
    const several = (more = {}) => invoke('workspace_code_context', input, /Find code in several repositories[\s\S]*shop-web, shop-api/, more);
    const rows = await until(
      'rows of repositories that are read',
      async () => {
        const answer = partsOf(await several());
        return answer.pack.repositories.every(isRead) ? answer : null;
      },
      { seconds: 60, everyMs: 500 },
    );
    assert.deepEqual(rows.pack.repositories.map(({ id }) => id), REPOSITORIES, 'rows in the order of the call');
    assert.ok(!JSON.stringify(rows.pack).includes(workspace), 'no folder of this machine in the answer');
    assert.deepEqual(
      withoutTimes(rows.pack),
      withoutTimes(cliAnswer(root, workspace, home, folder, 'workspace.context', REPOSITORIES, payload)),
      'the CLI gives the same rows',
    );
    say(`as an agent: workspace_code_context gave a row for ${REPOSITORIES.join(' and ')}, the same as the CLI`);

    const within = await several({ words: 150 });
    assert.equal(within.value.parts.length, 1, 'within a budget there is the text alone');
    for (const id of REPOSITORIES) assert.ok(within.value.parts[0].value.includes(id), `${id} is still in a text of few words`);

    for (const [name, wrong, question, expected] of [
      ['code_context', { repo: 'nobody', task: TASK }, /Find code in a repository/, /shop-api, shop-platform, shop-web/],
      ['code_context', { repo: 'shop-api', task: TASK, scope: ['../other'] }, /Find code in a repository/, /scope/],
      ['workspace_code_context', { ...input, maxParallel: 5 }, /Find code in several/, /maxParallel/],
      ['workspace_code_context', { ...input, targets: [{ id: 'shop-api' }, { id: 'shop-api' }] }, /Find code in several/, /the same repository/],
    ]) {
      const { error, value } = await invoke(name, wrong, question);
      assert.ok(error, `refused: ${JSON.stringify(wrong)}, not ${JSON.stringify(value)}`);
      assert.match(error.message, expected);
    }
    say('wrong arguments are refused');
  } catch (error) {
    await workbench.screenshot(join(results, 'failure-code.png')).catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};

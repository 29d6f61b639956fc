import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { QUESTION } from './sample.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const TOOL = 'workspace_context';

/** What the CLI says to the same question with the same clock, from the same index. */
const cliAnswer = (root, workspace, home, scoredAt, limit) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [join(root, 'dist', 'cli.js'), 'ask', QUESTION, '--json', '--limit', String(limit), '--now', scoredAt, '--workspace', workspace],
      { encoding: 'utf8', env: { ...process.env, WORKSPACE_CONTEXT_HOME: home } },
    ),
  );

/** When the picture was last verified depends on the call; everything else must be the same. */
const comparable = ({ indexedAt: _indexedAt, ...pack }) => pack;

/** As an agent: the tool's answers, cold and warm, within a budget, and its refusals. */
export const callTool = async ({ root, results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern');
  const driverFolder = join(folder, 'driver-agent');
  const driver = driverClient(driverFolder);
  const home = join(folder, 'index-agent');
  const { url, stop } = await editor.start(workspace, {
    env: { WORKSPACE_CONTEXT_HOME: home, WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-agent.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);
  let confirmed = 0;

  /** Calls the tool; the person's part, to confirm it, is done in the window. */
  const invoke = async (input, more = {}) => {
    const answer = driver.start({ action: 'invokeTool', name: TOOL, input, ...more });
    const dialog = await workbench.pressInDialog(/^(Yes|Allow|Continue|OK)/i, confirmed === 0 ? join(results, 'confirm-dark.png') : null);
    assert.match(dialog, /Search the open repositories/, 'the confirmation says what the tool does');
    confirmed += 1;
    return answer(60);
  };
  const packOf = ({ value, error }) => {
    assert.equal(error, undefined, error?.message);
    const [text, data] = value.parts;
    assert.equal(text.type, 'text');
    assert.equal(data.mimeType, 'application/json');
    return { text: text.value, pack: JSON.parse(data.value) };
  };

  try {
    await driver.ready();
    const [tool] = await driver.call({ action: 'tools' });
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal(tool.name, TOOL);
    assert.equal(tool.description, manifest.contributes.languageModelTools[0].modelDescription);

    const cold = packOf(await invoke({ question: QUESTION }));
    assert.deepEqual(cold.pack.degraded, ['index-cold'], 'the first call finds no index, says so and starts it');
    assert.match(cold.text, /index-cold/);
    const { text, pack } = await until(
      'an answer from the finished index, by words and meaning',
      async () => {
        const answer = packOf(await invoke({ question: QUESTION, limit: 5 }));
        // Everything is embedded then, too: the CLI finds the same vectors.
        return answer.pack.embedding.state === 'ready' && !answer.pack.degraded.includes('index-cold') ? answer : null;
      },
      { seconds: 120, everyMs: 500 },
    );
    assert.equal(pack.passages.length, 5);
    assert.ok(text.includes(pack.passages[0].sourceRef), 'the text names the source of the first passage');

    // What this window embedded last is on the disk a moment later.
    const fromCli = await until('the CLI to find the vectors, too', async () => {
      const answer = cliAnswer(root, workspace, home, pack.scoredAt, 5);
      return answer.embedding.state === 'ready' ? answer : null;
    });
    assert.deepEqual(comparable(fromCli), comparable(pack), 'the CLI gives the same answer');
    say(`as an agent: ${pack.passages.length} passages, the same as the CLI's`);

    const viaCommand = await driver.call({ action: 'command', command: 'workspaceContext.ask', args: [{ question: QUESTION, limit: 5 }] });
    assert.deepEqual(
      viaCommand.passages.map(({ sourceRef, lines }) => [sourceRef, lines]),
      pack.passages.map(({ sourceRef, lines }) => [sourceRef, lines]),
      'the command answers a program, too',
    );

    const healthyRuns = async () => {
      const { passages } = await driver.call({ action: 'command', command: 'workspaceContext.ask', args: [{ question: QUESTION, limit: 5 }] });
      return [...new Set(passages.flatMap(({ why }) => why.filter(({ factor }) => factor === 'runHealth').map(({ detail }) => detail)))];
    };
    assert.deepEqual(await healthyRuns(), [], 'no run is recorded yet');
    const cwd = join(workspace, 'shop-api');
    assert.equal(await driver.call({ action: 'runTask', name: 'unit', cwd, exitCode: 0 }), 0);
    const [detail] = await until('the run that succeeded to count', async () => {
      const details = await healthyRuns();
      return details.length === 1 && details;
    });
    assert.match(detail, /^the last run in shop-api succeeded \(driver unit, \d{4}-\d\d-\d\d\)$/);
    assert.equal(await driver.call({ action: 'runTask', name: 'unit', cwd, exitCode: 1 }), 1);
    await until('the run that failed to end the bonus', async () => (await healthyRuns()).length === 0);
    say('a test task was recorded: its bonus came with success and went with failure');

    const words = 200;
    const within = await invoke({ question: QUESTION }, { words });
    assert.equal(within.value.parts.length, 1, 'within a budget there is the text alone');
    const used = within.value.parts[0].value.split(/\s+/).filter(Boolean).length;
    assert.ok(used <= words || !within.value.parts[0].value.includes('### 2.'), `${used} words for a budget of ${words}`);
    assert.match(within.value.parts[0].value, /candidates-capped/, 'what was left out is said');

    for (const [input, expected] of [
      [{ question: QUESTION, colour: 'red' }, /colour/],
      [{ question: QUESTION, limit: 26 }, /limit/],
      [{ question: '   ' }, /question/],
    ]) {
      const { error, value } = await invoke(input);
      assert.ok(error, `refused: ${JSON.stringify(input)}, not ${JSON.stringify(value)}`);
      assert.match(error.message, expected);
    }
    say(`wrong arguments are refused; ${confirmed} calls were confirmed by the person`);

    const delay = await driver.call({ action: 'commandWithDelay', command: 'workspaceContext.ask', args: [{ question: QUESTION }] });
    say(`extension host during a question: longest delay ${delay.longest.toFixed(1)} ms, p99 ${delay.p99.toFixed(1)} ms`);
  } catch (error) {
    await workbench.screenshot(join(results, 'failure-agent.png')).catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};

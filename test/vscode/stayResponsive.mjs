import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBigFolder } from './bigFolder.mjs';
import { driverClient } from './driverClient.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const QUESTION = 'How does a kubelet roll back in-place pod resize?';

/** Bytes. An answer is at most 32 KiB of JSON; as the engine passes it between threads it is at most twice that. */
const LARGEST_MESSAGE = 64 * 1024;
/** Progress is reported 20 times a second, and there is one question at a time: more than a few in one turn would be a flood. */
const MESSAGES_IN_A_TURN = 8;

/** Bytes. A part of our code of this size is compiled and run in about ten milliseconds on a slow machine. */
const LARGEST_PART = 64 * 1024;

/** How long the editor alone is recorded, in milliseconds. */
const ALONE = 8_000;

const describe = ({ delay: { longest, longestWork, p99 }, seconds }) =>
  `longest ${longest.toFixed(1)} ms (of work ${longestWork.toFixed(1)}), p99 ${p99.toFixed(1)} ms in ${seconds.toFixed(1)} s`;

const describeOurs = ({ onTheStack: { total, longest } }) =>
  `our code ran ${total.toFixed(0)} ms in all, ${longest.length === 0 ? 'never' : `${longest[0].milliseconds.toFixed(1)} ms at a stretch at most, in ${longest[0].in}`}`;

/** What the editor's page of how it started says of an extension (milliseconds); null when it says nothing. */
const activationIn = (page, id) => {
  const rows = page.split('\n').filter((line) => line.startsWith('|')).map((line) => line.split('|').map((cell) => cell.trim()));
  const header = rows.find((cells) => cells.includes('Load Code'));
  const row = header && rows.find((cells) => cells[1]?.toLowerCase() === id);
  if (!row) return null;
  return ['Load Code', 'Call Activate', 'Finish Activate'].reduce((sum, title) => sum + Number(row[header.indexOf(title)]), 0);
};

const EXTENSION = 'workspace-context.workspace-context';
const EMPTY = 'workspace-context.workspace-context-test-empty';

/** Milliseconds of the host's time, and what the editor says of it, for ours and for an empty extension. */
const activationsOf = async (driver) => {
  const page = await until('the times of activation', async () => {
    const text = await driver.call({ action: 'startupPerformance' });
    return activationIn(text, EMPTY) !== null && text;
  });
  const times = await driver.call({ action: 'activations' });
  return Object.fromEntries([EXTENSION, EMPTY].filter((id) => id in times).map((id) => [id, { ...times[id], saysTheEditor: activationIn(page, id) }]));
};

const describeActivation = ({ load, call, finish, worked, saysTheEditor }) =>
  `${(load + call + finish).toFixed(1)} ms, of work ${worked.toFixed(1)} (code ${load.toFixed(1)}, call ${call.toFixed(1)}, finish ${finish.toFixed(1)}; the editor says ${saysTheEditor})`;

/** What only counts, and must hold on the slowest machine. */
const checkCounts = (what, { ours }) => {
  assert.deepEqual(ours.synchronousCalls, {}, `${what}: no synchronous call of the file system in the extension host`);
  assert.deepEqual(ours.processes, {}, `${what}: no process is started from the extension host`);
  for (const { part, bytes } of ours.loaded) assert.ok(bytes <= LARGEST_PART, `${what}: ${part} of ${bytes} bytes was loaded`);
  assert.ok(ours.largestReceived <= LARGEST_MESSAGE, `${what}: a message of ${ours.largestReceived} bytes came from the worker`);
  assert.ok(ours.largestSent <= LARGEST_MESSAGE, `${what}: a message of ${ours.largestSent} bytes went to the worker`);
  assert.ok(ours.mostReceivedInATurn <= MESSAGES_IN_A_TURN, `${what}: ${ours.mostReceivedInATurn} messages came in one turn`);
};

/**
 * What the extension host goes through while more than a thousand documents are indexed, and what activation takes. Times
 * are printed and kept, beside those of the same editor without the extension: machines are too different to assert them.
 */
export const stayResponsive = async ({ root, results, folder, tools, editor, bareEditor, say, cleanUp }) => {
  const big = join(folder, 'enhancements');
  const { files, real } = makeBigFolder(root, big);
  if (!real) say('the documents of kubernetes-enhancements are not on this machine: the sample, many times over, stands in for them');

  /** Opens the folder in an editor, does something there, and closes it. */
  const within = async (name, opened, use) => {
    opened.useTheme('Dark Modern');
    const driverFolder = join(folder, `driver-${name}`);
    const driver = driverClient(driverFolder);
    const { url, stop } = await opened.start(big, {
      env: { WORKSPACE_CONTEXT_HOME: join(folder, `index-${name}`), WORKSPACE_CONTEXT_DRIVER: driverFolder },
      logFile: join(results, `code-server-${name}.log`),
    });
    const stopEditor = cleanUp(stop);
    const workbench = await openWorkbench(tools.browser, url);
    const closeBrowser = cleanUp(workbench.close);
    try {
      await driver.ready();
      // The editor's own extensions look at the folder first.
      await workbench.page.waitForTimeout(5_000);
      const records = await use(driver, workbench);
      // Last, because the page that names the times keeps the host busy itself.
      return { ...records, activation: await activationsOf(driver) };
    } catch (error) {
      await workbench.screenshot(join(results, `failure-${name}.png`)).catch(() => undefined);
      throw error;
    } finally {
      await closeBrowser();
      await stopEditor();
    }
  };

  const keep = process.env.WORKSPACE_CONTEXT_PROFILE ? (name) => join(results, `${name}.cpuprofile`) : () => undefined;
  const recorded = async (driver, name, work) => {
    await driver.call({ action: 'startRecording' });
    await work();
    return driver.call({ action: 'stopRecording', profileFile: keep(name) });
  };

  const alone = await within('alone', bareEditor, async (driver, workbench) => ({
    record: await recorded(driver, 'alone', () => workbench.page.waitForTimeout(ALONE)),
  }));

  const ours = await within('indexing', editor, async (driver, workbench) => {
    const invoke = async () => {
      const answer = driver.start({ action: 'invokeTool', name: 'workspace_context', input: { question: QUESTION } });
      await workbench.pressInDialog(/^(Yes|Allow|Continue|OK)/i);
      const { value, error } = await answer(60);
      assert.equal(error, undefined, error?.message);
      return JSON.parse(value.parts[1].value);
    };
    const indexing = await recorded(driver, 'indexing', async () => {
      assert.ok((await invoke()).degraded.includes('index-cold'), 'the first question starts the index');
      await until('the index', async () => !(await invoke()).degraded.includes('index-cold'), { seconds: 120, everyMs: 1_000 });
    });
    const panel = await recorded(driver, 'panel', () =>
      driver.call({ action: 'command', command: 'workspaceContext.ask', args: [{ question: QUESTION }] }),
    );
    await workbench.panel();
    await workbench.page.waitForTimeout(500);
    await workbench.screenshot(join(results, 'enhancements-dark.png'));
    const status = await recorded(driver, 'status', () => driver.call({ action: 'command', command: 'workspaceContext.showStatus' }));
    return { indexing, panel, status };
  });

  const report = { files, real, withoutOurs: alone, ...ours };
  writeFileSync(join(results, 'extension-host.json'), `${JSON.stringify(report, null, 2)}\n`);

  say(`activation: ${describeActivation(ours.activation[EXTENSION])}; of an empty extension in the same run: ${describeActivation(ours.activation[EMPTY])}`);
  say(`extension host without ours: ${describe(alone.record)}`);
  for (const [what, name] of [['a cold index', 'indexing'], ['the first answer in the panel', 'panel'], ['the status page', 'status']]) {
    say(`extension host during ${what}: ${describe(ours[name])}; ${describeOurs(ours[name].ours)}`);
  }
  const { indexing } = ours;
  say(`${files} files were indexed: ${indexing.ours.received} messages from the worker, the largest of ${indexing.ours.largestReceived} bytes`);
  assert.equal(indexing.ours.workers, 1, 'one worker does the work');
  checkCounts('a cold index', indexing);
  checkCounts('the first answer in the panel', ours.panel);
  checkCounts('the status page', ours.status);
};

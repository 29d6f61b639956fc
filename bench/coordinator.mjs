/**
 * workspace.context: eight repositories at once against the slowest of them alone, in a worker thread as the editor runs it.
 *
 *   npm run build && node bench/coordinator.mjs [--runs N]
 *
 * Needs ../shared (workspaces/opentelemetry-demo-code.tar.xz): eight services of the demo, each as a repository of its own.
 * "cold" is the first call of all, which reads the code; the rest are medians of warm calls with other tasks in turn.
 * "one by one" is the same call with one lane: what the lanes gain.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { freshHome, median, milliseconds, numberArgument, requireBuild, scriptArguments, startCore, table, timed, unpacked } from './support.mjs';

const SERVICES = ['frontend', 'react-native-app', 'flagd-ui', 'currency', 'cart', 'ad', 'checkout', 'shipping'];
const TASKS = ['add the currency to the checkout request', 'retry when the cart store is down', 'show the price of an ad', 'log failed payments', 'convert money between currencies'];

const { own } = scriptArguments();
const runs = numberArgument(own, '--runs', 25);
requireBuild();

/** The services as repositories beside each other. */
function workspaceOfServices() {
  const source = unpacked('workspaces/opentelemetry-demo-code.tar.xz', 'opentelemetry-demo-code');
  const folder = freshHome();
  for (const name of SERVICES) {
    const repository = path.join(folder, name);
    cpSync(path.join(source, 'src', name), repository, { recursive: true });
    const git = (...args) => execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: repository, stdio: 'ignore' });
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'All files');
  }
  return folder;
}

const core = startCore(workspaceOfServices(), freshHome());
const asked = (ids, task, more = {}) => core.call('workspaceCodeContext', { targets: ids.map((id) => ({ id })), payload: { task }, ...more }, { wait: true, now: null });
const symbolsOf = ({ repositories }) =>
  repositories.reduce((sum, { id, error, result }) => {
    if (error !== undefined) throw new Error(`${id}: ${error.message}`);
    return sum + result.symbols.length;
  }, 0);

/** The median of warm calls about these repositories, in milliseconds, and how many symbols they gave. */
async function warm(ids, more) {
  const times = [];
  let symbols = 0;
  for (let run = 0; run < runs; run += 1) {
    const { millis, value } = await timed(() => asked(ids, TASKS[run % TASKS.length], more));
    times.push(millis);
    symbols += symbolsOf(value);
  }
  return { millis: median(times), symbols: symbols / runs };
}

const cold = await timed(() => asked(SERVICES, TASKS[0]));
symbolsOf(cold.value);
const alone = [];
for (const id of SERVICES) alone.push({ id, ...(await warm([id])) });
const slowest = alone.reduce((one, other) => (one.millis > other.millis ? one : other));
const together = await warm(SERVICES);
const oneByOne = await warm(SERVICES, { maxParallel: 1 });
await core.end();

const ratio = (millis) => (millis / slowest.millis).toFixed(1);
process.stdout.write(
  `${table([
    ['', 'time', 'of the slowest alone', 'symbols'],
    ...alone.map(({ id, millis, symbols }) => [id, milliseconds(millis), ratio(millis), symbols.toFixed(1)]),
    ['all eight at once', milliseconds(together.millis), ratio(together.millis), together.symbols.toFixed(1)],
    ['all eight one by one', milliseconds(oneByOne.millis), ratio(oneByOne.millis), oneByOne.symbols.toFixed(1)],
    ['all eight cold', milliseconds(cold.millis), '', ''],
  ])}\n`,
);

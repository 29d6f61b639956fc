/** Programs that are measured: run with a limit of time, with the memory of all their processes, and ended with all they started. */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import process from 'node:process';

const SAMPLE_EVERY_MILLISECONDS = 200;
/** What a program that is told to end may still take. */
const GRACE_MILLISECONDS = 2_000;

const running = new Set();
process.on('exit', () => running.forEach((child) => killTree(child.pid, 'SIGKILL')));
// Process groups of their own do not hear of an interrupt, and without an exit nothing would end them.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** A program took longer than it may. */
export class OverLimitError extends Error {}

/**
 * Runs a program to its end; gives its output, the milliseconds it took, those it had the processors for, and the most
 * memory its processes held at a time, in bytes (null where the system does not tell).
 * @throws OverLimitError when it takes longer than `limitMillis`: it is killed, with all it started.
 */
export function runBounded(command, args, { limitMillis, env = process.env, cwd = undefined }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const usedBefore = processorTimeOfEnded();
    // Its own process group, so that it can be ended with all it started.
    const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' });
    running.add(child);
    const output = { stdout: [], stderr: [] };
    child.stdout.on('data', (chunk) => output.stdout.push(chunk));
    child.stderr.on('data', (chunk) => output.stderr.push(chunk));
    let peak = null;
    let seenProcessor = 0;
    const sampling = setInterval(() => {
      const now = useOfTree(child.pid);
      if (now === null) return;
      peak = Math.max(peak ?? 0, now.bytes);
      seenProcessor = Math.max(seenProcessor, now.processor);
    }, SAMPLE_EVERY_MILLISECONDS);
    let over = false;
    const limit = setTimeout(() => {
      over = true;
      killTree(child.pid, 'SIGTERM');
      setTimeout(() => killTree(child.pid, 'SIGKILL'), GRACE_MILLISECONDS).unref();
    }, limitMillis);
    const ended = () => {
      clearInterval(sampling);
      clearTimeout(limit);
      running.delete(child);
    };
    child.on('error', (error) => {
      ended();
      reject(error);
    });
    child.on('close', (code, signal) => {
      const millis = performance.now() - started;
      const used = processorTimeOfEnded();
      ended();
      const [stdout, stderr] = [output.stdout, output.stderr].map((chunks) => Buffer.concat(chunks).toString('utf8'));
      if (over) reject(new OverLimitError(`it took more than ${(limitMillis / 60_000).toFixed(0)} minutes and was ended`));
      else resolve({ code, signal, stdout, stderr, millis, processor: used === null ? null : Math.max(used - usedBefore, seenProcessor), peakBytes: peak });
    });
  });
}

/** As `runBounded`. @throws Error also when the program ends with another code than 0, with the end of what it said. */
export async function runWell(command, args, options) {
  const result = await runBounded(command, args, options);
  if (result.code !== 0) throw new Error(`it ended ${result.signal === null ? `with code ${result.code}` : `by ${result.signal}`}: ${(result.stderr || result.stdout).trim().slice(-300)}`);
  return result;
}

/** The memory that a process and all it started hold now (resident, in bytes); null where the system does not tell. */
export function memoryOfTree(root) {
  return useOfTree(root)?.bytes ?? null;
}

/** The same, with the time that the processes which run now, and those they waited for, had the processors for: milliseconds. */
function useOfTree(root) {
  const processes = processTable();
  if (processes === null) return null;
  const children = new Map();
  for (const [pid, { parent }] of processes) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const sum = (pid, what) => (processes.get(pid)?.[what] ?? 0) + (children.get(pid) ?? []).reduce((all, child) => all + sum(child, what), 0);
  return { bytes: sum(root, 'bytes'), processor: sum(root, 'processor') };
}

/** Clock ticks a second, as Linux tells times to programs on every architecture. */
const TICKS = 100;

/**
 * The time that programs started here had the processors for, those alone that ended, with what they started and waited
 * for: milliseconds; null where the system does not tell. Unlike the time by the clock it does not grow with the load.
 * What a program leaves behind without waiting for it is not in it: that is seen only while it runs.
 */
function processorTimeOfEnded() {
  if (process.platform !== 'linux') return null;
  return processorTimes('self').ended;
}

/** The milliseconds that a process had the processors for by itself, and those of the ones it waited for. */
function processorTimes(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The fields after the name, which may hold spaces, begin with the third.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 15).map(Number);
  const [user, system, endedUser, endedSystem] = ticks.map((count) => (count / TICKS) * 1000);
  return { own: user + system, ended: endedUser + endedSystem };
}

function processTable() {
  if (process.platform !== 'linux') return null;
  const processes = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const number = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      const { own, ended } = processorTimes(pid);
      processes.set(Number(pid), { parent: number('PPid'), bytes: number('VmRSS') * 1024, processor: own + ended });
    } catch {
      // It has ended meanwhile.
    }
  }
  return processes;
}

function killTree(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended already.
  }
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { PROJECT } from '../support.mjs';

const HERE = path.join(PROJECT, 'bench', 'scale');

/** The measure that tells memory; its threads collect their garbage when they are asked to. */
const COLLECTING = 'questions';

/** What a measure of answering.mjs gives, in a process of its own. @throws Error what went wrong there. */
export async function inProcess(measure, task) {
  const execArgv = measure === COLLECTING ? ['--expose-gc', '--require', path.join(HERE, 'collector.cjs')] : [];
  const child = fork(path.join(HERE, 'answering.mjs'), { execArgv });
  const ended = once(child, 'exit');
  const answered = new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    ended.then(([code, signal]) => reject(new Error(`The measure "${measure}" ended without a result (${signal ?? code}).`)), reject);
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  child.send({ measure, task });
  const { value, error } = await answered;
  await ended;
  process.off('exit', stop);
  if (error !== undefined) throw new Error(error);
  return value;
}

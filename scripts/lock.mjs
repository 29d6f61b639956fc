import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';

/** So long, in milliseconds, a lock without a process in it may be one that is just being written. */
const BEING_WRITTEN = 2_000;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another person's process lives, too.
    return error.code === 'EPERM';
  }
};

/** Whether the process that wrote a lock still lives. */
const isHeld = (file) => {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? isAlive(pid) : Date.now() - statSync(file).mtimeMs < BEING_WRITTEN;
  } catch {
    return false;
  }
};

/**
 * Takes a lock: a file with the id of this process, which counts as long as that process lives.
 * @returns what gives it back; null where another process holds it.
 */
export const holdLock = (file) => {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isHeld(file)) return null;
      rmSync(file, { force: true });
    }
  }
  return null;
};

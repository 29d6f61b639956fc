import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { HeldClaim, IndexingClaim, RepositoryKey } from '../../ports/store';
import { faultOf, makeFolder, patiently, readStart, removeFile, sizeAndTime, unwritable } from './cacheFiles';
import { lockNameOf, temporaryNameOf } from './fileNames';

/*
 * A file that only one process can make says who indexes a repository: no lock of the operating system,
 * which network drives do without. Whoever finds it looks whether its owner lives. The lock is advisory:
 * should two processes take over a dead one's at the same moment, both index, and both write whole files.
 */

/** A claim that was not renewed for so long is given up: its process hangs, or was of another machine. */
export const GIVEN_UP_AFTER_MILLISECONDS = 60_000;

/** Whoever makes the file says at once who it is; a file that does not say it after so long is of a process that was killed there. */
const NAMED_WITHIN_MILLISECONDS = 3_000;

const RENEW_EVERY_MILLISECONDS = 5_000;
const LOOK_EVERY_MILLISECONDS = 25;
const MOST_BYTES = 1024;

export interface LockOptions {
  readonly folder: string;
  readonly repository: RepositoryKey;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Owner {
  readonly process: number;
  readonly machine: string;
  /** Tells two owners in one process apart. */
  readonly token: string;
}

/** Makes the lock's file, once it is free or its owner is dead; waits for that at most so many milliseconds. */
export async function claimLock(options: LockOptions, atMostMs: number): Promise<IndexingClaim> {
  const { folder, repository } = options;
  const name = lockNameOf(repository);
  const owner: Owner = { process: process.pid, machine: hostname(), token: randomBytes(8).toString('hex') };
  const started = performance.now();
  for (;;) {
    const made = await makeLock(folder, name, owner);
    if (made === 'made') return { kind: 'granted', claim: heldClaim(options, name, owner) };
    if (made !== 'exists') return { kind: 'unwritable', error: unwritable(made.fault) };
    const found = await readOwner(folder, name);
    if (found === 'gone') continue;
    if (found === 'folder' || !(await isHeld(options, name, found))) {
      const refusal = await takeAway(folder, name);
      if (refusal !== null) return { kind: 'unwritable', error: unwritable(refusal) };
      continue;
    }
    if (performance.now() - started >= atMostMs) return { kind: 'taken' };
    await wait(LOOK_EVERY_MILLISECONDS);
  }
}

async function makeLock(folder: string, name: string, owner: Owner): Promise<'made' | 'exists' | { readonly fault: unknown }> {
  try {
    await makeFolder(folder);
    const file = await open(join(folder, name), 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(owner));
    } finally {
      await file.close();
    }
    return 'made';
  } catch (error) {
    if (faultOf(error) === 'EEXIST') return 'exists';
    // A full disk makes the file and refuses what should be in it.
    if (faultOf(error) === 'ENOSPC' || faultOf(error) === 'EDQUOT') await removeFile(folder, name);
    return { fault: error };
  }
}

/** Who made the lock; null when that cannot be read (it is being written, or its owner was killed there). No owner makes a folder. */
async function readOwner(folder: string, name: string): Promise<Owner | null | 'gone' | 'folder'> {
  const reading = await readStart(folder, name, () => MOST_BYTES);
  if ('fault' in reading) return reading.fault === 'absent' ? 'gone' : reading.fault === 'EISDIR' ? 'folder' : null;
  try {
    const owner = JSON.parse(Buffer.from(reading.bytes).toString('utf8')) as Partial<Owner> | null;
    const { process: id, machine, token } = owner ?? {};
    return typeof id === 'number' && Number.isInteger(id) && id > 0 && typeof machine === 'string' && typeof token === 'string'
      ? { process: id, machine, token }
      : null;
  } catch {
    return null;
  }
}

async function isHeld({ folder, now }: LockOptions, name: string, owner: Owner | null): Promise<boolean> {
  if (owner !== null && owner.machine === hostname() && !lives(owner.process)) return false;
  const facts = await sizeAndTime(folder, name);
  // A clock that was set back makes locks of the future; they are given up, too.
  const patience = owner === null ? NAMED_WITHIN_MILLISECONDS : GIVEN_UP_AFTER_MILLISECONDS;
  return facts !== null && Math.abs(now() - facts.modifiedMs) < patience;
}

/** Whether there is a process of this number; it may be another one than it was, which the lock's age then tells. */
function lives(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return faultOf(error) === 'EPERM';
  }
}

/** Removes a dead owner's lock; what the system says against it, null when the lock is gone. */
async function takeAway(folder: string, name: string): Promise<unknown> {
  // Renamed first: of two processes that find the same dead owner only one can do that.
  const aside = temporaryNameOf(name);
  try {
    await patiently(() => rename(join(folder, name), join(folder, aside)));
  } catch (error) {
    return faultOf(error) === 'ENOENT' ? null : error;
  }
  await removeFile(folder, aside);
  return null;
}

function heldClaim({ folder, now }: LockOptions, name: string, owner: Owner): HeldClaim {
  let renewedAt = performance.now();
  const renew = (): void => {
    if (performance.now() - renewedAt < RENEW_EVERY_MILLISECONDS) return;
    renewedAt = performance.now();
    try {
      // Not waited for by a thread pool: whoever indexes may keep the event loop busy for long.
      utimesSync(join(folder, name), now() / 1000, now() / 1000);
    } catch {
      // The folder was removed, or somebody took the lock over: the work goes on without it.
    }
  };
  const timer = setInterval(renew, RENEW_EVERY_MILLISECONDS);
  timer.unref();
  return {
    renew,
    release: async () => {
      clearInterval(timer);
      const found = await readOwner(folder, name);
      if (found !== 'gone' && found !== 'folder' && found?.token === owner.token) await removeFile(folder, name);
    },
  };
}

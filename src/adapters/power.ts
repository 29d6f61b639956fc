import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Power } from '../ports/power';
import { type Timer, withinTime } from '../ports/timer';

/** What of a machine is asked, so that every system can be tried on any. */
export interface PowerSystem {
  readonly platform: NodeJS.Platform;
  /** Names in a folder. @throws where it cannot be read. */
  names(folder: string): Promise<readonly string[]>;
  /** A text file. @throws where it cannot be read. */
  text(file: string): Promise<string>;
  /** What a program prints. @throws where it fails, or does not end in time. */
  output(program: string, args: readonly string[]): Promise<string>;
  /** The folder of Windows; null on other systems. */
  readonly windowsFolder: string | null;
  /** Milliseconds on a clock that never goes back. */
  monotonicNow(): number;
  readonly timer: Timer;
}

const ANSWER_MILLIS = 1_000;
/** An answer is good for a minute, counted from when it was asked for. */
const KEPT_MILLIS = 60_000;
/** A first PowerShell on a cold machine takes seconds: what it says is taken then, too, for the next question. */
const PROGRAM_MILLIS = 20_000;

const SUPPLIES = '/sys/class/power_supply';
/** A full path: a program of that name in the current folder must not be run. */
const PMSET = '/usr/bin/pmset';
const POWERSHELL = ['System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'];
/** Win32_Battery would start the service of WMI; this asks the system directly. */
const POWER_LINE =
  'Add-Type -AssemblyName System.Windows.Forms; [System.Windows.Forms.SystemInformation]::PowerStatus.PowerLineStatus.ToString()';

/** What feeds a machine, this one when none is given. */
export function createPower(system: PowerSystem = thisMachine()): Power {
  let known = false;
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | null = null;

  const ask = (): Promise<boolean> =>
    readingOf(system)
      .catch(() => false)
      .then((onBattery) => (known = onBattery));
  return {
    onBattery: async () => {
      const now = system.monotonicNow();
      if (asked === null || now - asked.at >= KEPT_MILLIS) asked = { at: now, answer: ask() };
      // After a second what is known by then.
      return (await withinTime(system.timer, ANSWER_MILLIS, asked.answer)) ?? known;
    },
  };
}

async function readingOf(system: PowerSystem): Promise<boolean> {
  switch (system.platform) {
    case 'linux':
      return linuxOnBattery(system);
    case 'darwin':
      return /drawing from '(Battery|UPS) Power'/i.test(await system.output(PMSET, ['-g', 'batt']));
    case 'win32':
      return windowsOnBattery(system);
    default:
      return false;
  }
}

/** As systemd tells it: on battery while one discharges and nothing that feeds the machine is plugged in. */
async function linuxOnBattery(system: PowerSystem): Promise<boolean> {
  const supplies = await Promise.all((await system.names(SUPPLIES)).map((name) => supplyOf(system, name)));
  const ofTheMachine = supplies.filter(({ scope }) => scope !== 'Device');
  const pluggedIn = ofTheMachine.some(({ type, online }) => type !== 'Battery' && Number(online) > 0);
  return !pluggedIn && ofTheMachine.some(({ type, status }) => type === 'Battery' && status === 'Discharging');
}

interface Supply {
  readonly type: string;
  /** `Device` for what feeds a mouse or a headset. */
  readonly scope: string;
  readonly online: string;
  readonly status: string;
}

async function supplyOf(system: PowerSystem, name: string): Promise<Supply> {
  // A file a driver does not have, or cannot answer now, says nothing.
  const property = (file: string): Promise<string> =>
    system.text(`${SUPPLIES}/${name}/${file}`).then((text) => text.trim(), () => '');
  const [type, scope, online, status] = await Promise.all([property('type'), property('scope'), property('online'), property('status')]);
  return { type, scope, online, status };
}

async function windowsOnBattery(system: PowerSystem): Promise<boolean> {
  if (system.windowsFolder === null) return false;
  const program = path.win32.join(system.windowsFolder, ...POWERSHELL);
  const printed = await system.output(program, ['-NoProfile', '-NonInteractive', '-Command', POWER_LINE]);
  return printed.trim() === 'Offline';
}

function thisMachine(): PowerSystem {
  return {
    platform: process.platform,
    names: (folder) => readdir(folder),
    text: (file) => readFile(file, 'utf8'),
    output: (program, args) =>
      new Promise((resolve, reject) => {
        const options = { timeout: PROGRAM_MILLIS, windowsHide: true, killSignal: 'SIGKILL' } as const;
        const child = execFile(program, [...args], options, (error, stdout) => (error === null ? resolve(stdout) : reject(error)));
        child.stdin?.end();
        // A program that has nothing else to do ends without waiting for it.
        for (const handle of [child, child.stdout, child.stderr]) (handle as NodeJS.RefCounted | null)?.unref();
      }),
    windowsFolder: process.env['SystemRoot'] ?? null,
    monotonicNow: () => performance.now(),
    timer: {
      // Keeps the program running, a second at most: somebody waits for the answer.
      after: (milliseconds, work) => {
        const timeout = setTimeout(work, milliseconds);
        return () => clearTimeout(timeout);
      },
    },
  };
}

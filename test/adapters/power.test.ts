import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPower, type PowerSystem } from '../../src/adapters/power';

/** What a supply's folder in /sys/class/power_supply holds. */
type Supply = Readonly<Record<string, string>>;

const MAINS: Supply = { type: 'Mains\n', online: '1\n' };
const MAINS_OFF: Supply = { type: 'Mains\n', online: '0\n' };
const DISCHARGING: Supply = { type: 'Battery\n', status: 'Discharging\n', scope: 'System\n' };
const CHARGING: Supply = { type: 'Battery\n', status: 'Charging\n' };

interface Machine extends PowerSystem {
  /** Programs started, with their arguments. */
  readonly started: readonly (readonly string[])[];
  /** Supplies looked through. */
  readonly looks: () => number;
  readonly pass: (milliseconds: number) => void;
}

function machine(parts: Partial<PowerSystem> & { supplies?: Readonly<Record<string, Supply>>; prints?: string | (() => Promise<string>) } = {}): Machine {
  const { supplies = {}, prints = '', ...rest } = parts;
  const started: string[][] = [];
  const due = new Map<() => void, number>();
  let now = 0;
  let looks = 0;
  return {
    platform: 'linux',
    names: async () => {
      looks += 1;
      return Object.keys(supplies);
    },
    text: async (file) => {
      const [name = '', property = ''] = file.split('/').slice(-2);
      const text = supplies[name]?.[property];
      if (text === undefined) throw new Error('ENOENT');
      return text;
    },
    output: (program, args) => {
      started.push([program, ...args]);
      return typeof prints === 'string' ? Promise.resolve(prints) : prints();
    },
    windowsFolder: 'C:\\Windows',
    monotonicNow: () => now,
    timer: {
      after: (milliseconds, work) => {
        due.set(work, now + milliseconds);
        return () => void due.delete(work);
      },
    },
    ...rest,
    started,
    looks: () => looks,
    pass: (milliseconds) => {
      now += milliseconds;
      for (const [work, at] of [...due]) {
        if (at > now) continue;
        due.delete(work);
        work();
      }
    },
  };
}

describe('on Linux', () => {
  it.each<[string, Readonly<Record<string, Supply>>, boolean]>([
    ['a laptop unplugged', { AC: MAINS_OFF, BAT0: DISCHARGING }, true],
    ['a laptop plugged in', { AC: MAINS, BAT0: CHARGING }, false],
    ['a laptop plugged in that needs more than its charger gives', { AC: MAINS, BAT0: DISCHARGING }, false],
    ['a laptop charged by USB', { AC: MAINS_OFF, 'ucsi-source-psy-1': { type: 'USB\n', online: '1\n' }, BAT0: DISCHARGING }, false],
    ['a laptop with nothing in its USB port', { 'ucsi-source-psy-1': { type: 'USB\n', online: '0\n' }, BAT0: DISCHARGING }, true],
    ['two batteries, one of them in use', { AC: MAINS_OFF, BAT0: { type: 'Battery\n', status: 'Not charging\n' }, BAT1: DISCHARGING }, true],
    ['a full battery', { AC: MAINS, BAT0: { type: 'Battery\n', status: 'Full\n' } }, false],
    ['a desktop with a mouse that runs on a battery', { hidpp_battery_0: { ...DISCHARGING, scope: 'Device\n' } }, false],
    ['a laptop unplugged, its headset charging', { AC: MAINS_OFF, BAT0: DISCHARGING, headset: { type: 'USB\n', online: '1\n', scope: 'Device\n' } }, true],
    ['a server without any of this', {}, false],
    ['a driver that tells nothing', { BAT0: {} }, false],
  ])('%s', async (_, supplies, expected) => {
    const laptop = machine({ supplies });
    expect(await createPower(laptop).onBattery()).toBe(expected);
    expect(laptop.started).toEqual([]);
  });

  it('a container without the folder counts as plugged in', async () => {
    expect(await createPower(machine({ names: () => Promise.reject(new Error('ENOENT')) })).onBattery()).toBe(false);
  });
});

describe('on macOS', () => {
  const lines = ' -InternalBattery-0 (id=4653155)\t97%; discharging; 5:12 remaining present: true\n';
  it.each([
    [`Now drawing from 'Battery Power'\n${lines}`, true],
    [`Now drawing from 'AC Power'\n${lines}`, false],
    ["Now drawing from 'UPS Power'\n", true],
    ["Now drawing from 'AC Power'\n", false],
    ['', false],
  ])('pmset prints %j', async (prints, expected) => {
    const mac = machine({ platform: 'darwin', prints });
    expect(await createPower(mac).onBattery()).toBe(expected);
    expect(mac.started).toEqual([['/usr/bin/pmset', '-g', 'batt']]);
  });
});

describe('on Windows', () => {
  it.each([
    ['Offline\r\n', true],
    ['Online\r\n', false],
    ['Unknown\r\n', false],
    ['', false],
  ])('the power line is %j', async (prints, expected) => {
    const windows = machine({ platform: 'win32', prints });
    expect(await createPower(windows).onBattery()).toBe(expected);
    // By its full path: in the folder of a workspace there may be a program of the same name.
    expect(windows.started.map(([program]) => program)).toEqual(['C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe']);
  });

  it('without a known folder of Windows nothing is started', async () => {
    const windows = machine({ platform: 'win32', windowsFolder: null, prints: 'Offline' });
    expect(await createPower(windows).onBattery()).toBe(false);
    expect(windows.started).toEqual([]);
  });
});

it('a system nobody thought of counts as plugged in', async () => {
  expect(await createPower(machine({ platform: 'freebsd', prints: 'Battery' })).onBattery()).toBe(false);
});

describe('asking again', () => {
  it('starts a program once a minute, however often it is asked and however it ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<NodeJS.Platform>('darwin', 'win32'),
        fc.array(fc.record({ after: fc.integer({ min: 0, max: 90_000 }), fails: fc.boolean() }), { maxLength: 20 }),
        async (platform, asks) => {
          let fails = false;
          const asked = machine({ platform, prints: () => (fails ? Promise.reject(new Error('killed')) : Promise.resolve('Offline')) });
          const power = createPower(asked);
          let now = 0;
          let startedAt: number | null = null;
          let starts = 0;
          for (const ask of asks) {
            fails = ask.fails;
            now += ask.after;
            asked.pass(ask.after);
            await power.onBattery();
            if (startedAt === null || now - startedAt >= 60_000) {
              startedAt = now;
              starts += 1;
            }
            expect(asked.started).toHaveLength(starts);
          }
        },
      ),
    );
  });

  it('looks through the supplies of Linux once a minute', async () => {
    const laptop = machine({ supplies: { BAT0: DISCHARGING } });
    const power = createPower(laptop);
    await Promise.all([power.onBattery(), power.onBattery()]);
    laptop.pass(59_999);
    expect(await power.onBattery()).toBe(true);
    expect(laptop.looks()).toBe(1);
    laptop.pass(1);
    await power.onBattery();
    expect(laptop.looks()).toBe(2);
  });

  it('a program that fails counts as plugged in', async () => {
    expect(await createPower(machine({ platform: 'darwin', prints: () => Promise.reject(new Error('ENOENT')) })).onBattery()).toBe(false);
  });

  it('a program that takes longer than a second is not waited for; what it says then counts for the next question', async () => {
    let print: (text: string) => void = () => undefined;
    const windows = machine({ platform: 'win32', prints: () => new Promise((resolve) => (print = resolve)) });
    const power = createPower(windows);
    const first = power.onBattery();
    await new Promise(setImmediate);
    windows.pass(1_000);
    expect(await first).toBe(false);
    print('Offline');
    expect(await power.onBattery()).toBe(true);
    expect(windows.started).toHaveLength(1);
  });

  it('a program that never ends leaves what was known before', async () => {
    let prints: () => Promise<string> = () => Promise.resolve('Offline');
    const windows = machine({ platform: 'win32', prints: () => prints() });
    const power = createPower(windows);
    expect(await power.onBattery()).toBe(true);
    prints = () => new Promise(() => undefined);
    windows.pass(60_000);
    const second = power.onBattery();
    windows.pass(1_000);
    expect(await second).toBe(true);
  });
});

it('of this machine is told without an error', async () => {
  expect([true, false]).toContain(await createPower().onBattery());
});

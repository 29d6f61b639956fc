import { constants } from 'node:os';
import process from 'node:process';
import spawn from 'cross-spawn';
import type { CommandEnd, ForegroundCommand } from '../ports/foregroundCommand';

const STANDARD_ERROR = 2;
/** What a shell adds to a signal's number. */
const KILLED_BY_SIGNAL = 128;

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type PassedOn = (typeof PASSED_ON)[number];

/**
 * Whether the command got a signal by itself. A terminal sends Ctrl+C to all programs it runs, and the
 * consoles of Windows do so with everything; the second one would make many commands give up their cleaning.
 */
function reachesCommand(signal: PassedOn): boolean {
  return process.platform === 'win32' || (signal !== 'SIGTERM' && process.stdin.isTTY === true);
}

/** The system's code, and on Windows the one `cross-spawn` gives when the shell found nothing to start. */
const NOT_FOUND = 'ENOENT';

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : null);

/** Runs a command by `cross-spawn`, which knows how Windows starts what is no `.exe` (`npm` is a `.cmd` there). */
export const runInForeground: ForegroundCommand = (command, args, outputToStderr) =>
  new Promise<CommandEnd>((resolve) => {
    let stopped = false;
    const stopListening: (() => void)[] = [];
    const end = (how: CommandEnd): void => {
      for (const stop of stopListening.splice(0)) stop();
      resolve(how);
    };
    const failed = (thrown: unknown): void =>
      end({ kind: 'not-started', reason: codeOf(thrown) === NOT_FOUND ? 'not-found' : 'not-executable' });
    try {
      const child = spawn(command, [...args], { stdio: ['inherit', outputToStderr ? STANDARD_ERROR : 'inherit', 'inherit'] });
      for (const signal of PASSED_ON) {
        const passOn = (): void => {
          stopped = true;
          if (!reachesCommand(signal)) child.kill(signal);
        };
        process.on(signal, passOn);
        stopListening.push(() => process.off(signal, passOn));
      }
      child.on('error', (thrown) => {
        // A signal that may not be sent (to `sudo`, say) is an error, too, and the command goes on.
        if (child.pid === undefined || codeOf(thrown) === NOT_FOUND) failed(thrown);
      });
      child.once('exit', (code, signal) =>
        end({
          kind: 'ended',
          exitCode: code ?? KILLED_BY_SIGNAL + (signal === null ? 0 : constants.signals[signal]),
          stopped,
        }),
      );
    } catch (thrown) {
      failed(thrown);
    }
  });

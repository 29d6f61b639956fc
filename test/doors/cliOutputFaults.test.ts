import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { handleOutputFaults } from '../../src/doors/cli/outputFaults';
import { CLI } from '../support/cli';

const fault = (code: string): Error => Object.assign(new Error(`${code}: write`), { code });

/** What a process does about a fault of its standard output. */
function afterFault(code: string): { exitCode: unknown; said: string } {
  const stderr = new PassThrough();
  const process = { stdout: new PassThrough(), stderr, exitCode: undefined as number | string | null | undefined };
  handleOutputFaults(process);
  process.stdout.emit('error', fault(code));
  stderr.emit('error', fault(code));
  return { exitCode: process.exitCode, said: String(stderr.read() ?? '') };
}

describe('an output that fails', () => {
  it.each(['EPIPE', 'EOF'])('is nothing to speak of when its reader has gone (%s)', (code) => {
    expect(afterFault(code)).toEqual({ exitCode: undefined, said: '' });
  });

  it('is told in one sentence, with exit code 1, when it cannot be written', () => {
    expect(afterFault('ENOSPC')).toEqual({
      exitCode: 1,
      said: 'The answer could not be written out; see that there is room where it is written to.\n',
    });
  });

  it('ends the built program without a stack trace (as in `workspace-context --help | true`)', async () => {
    const child = spawn(process.execPath, [CLI, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, said }).toEqual({ code: 0, said: '' });
  });
});

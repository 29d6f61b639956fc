import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codePackSchema } from '../../src/contract/codeTool';
import { runCli, temporaryFolder } from '../support/cli';
import { temporaryTree } from '../workspace/temporaryTree';

const folder = path.join(temporaryTree({ 'shop/src/retry.ts': '/** Says when a charge is tried again. */\nexport function nextAttempt() {\n  return 1;\n}\n' }), 'shop');
const home = temporaryFolder('home');

function asked(payload: unknown, ...more: string[]) {
  const file = path.join(temporaryFolder('payload'), 'task.json');
  writeFileSync(file, JSON.stringify(payload));
  return runCli(['ask', 'code.context', '--repo', 'shop', '--payload', file, '--workspace', folder, '--no-embeddings', ...more], { home });
}

describe('ask code.context', () => {
  it('prints the answer as JSON', async () => {
    const { code, stdout } = await asked({ task: 'when is a charge tried again?' }, '--json');
    expect(code).toBe(0);
    const pack = codePackSchema.parse(JSON.parse(stdout));
    expect(pack.symbols[0]).toMatchObject({ name: 'nextAttempt', path: 'src/retry.ts', line: 2 });
    expect(pack.evidence.map(({ completeness }) => completeness)).toEqual(['complete']);
  });

  it('takes a file that names the same repository', async () => {
    expect((await asked({ task: 'nextAttempt', repo: 'shop' })).code).toBe(0);
  });

  it('prints it for a person', async () => {
    const { stdout } = await asked({ task: 'nextAttempt' });
    expect(stdout).toContain('function nextAttempt  src/retry.ts:2');
    expect(stdout).toContain('evidence: complete');
  });

  it.each([
    [{ task: '' }, [], /"task" must not be empty/],
    [{ task: 'a' }, ['--repo', 'web'], /asks about one repository/],
    [{ task: 'a', repo: 'web' }, [], /"repo" in the file is another repository/],
    [{ task: 'a' }, ['--limit', '3'], /"--limit" does not go with "ask code.context"/],
    [{ task: 'a' }, ['--max-parallel', '2'], /"--max-parallel"/],
  ])('refuses %j with %j', async (payload, more, message) => {
    const { code, stderr } = await asked(payload, ...more);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

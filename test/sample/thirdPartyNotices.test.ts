import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const project = path.resolve(__dirname, '../..');

it('THIRD_PARTY_NOTICES.md names what package-lock.json installs; a stale file says how to renew it', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(project, 'scripts/third-party-notices.mjs'), '--check'],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { join } from 'node:path';

const vsce = (root, cwd, args) => {
  const result = spawnSync(process.execPath, [join(root, 'node_modules', '@vscode', 'vsce', 'vsce'), 'package', '--no-dependencies', ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 10 * 60_000,
  });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`;
  assert.equal(result.status, 0, `vsce package failed:\n${output}`);
  return output;
};

/**
 * Packs the extension, without a warning.
 * @returns the path of the VSIX file.
 */
export const packExtension = (root, folder) => {
  const extension = join(folder, 'workspace-context.vsix');
  const output = vsce(root, root, ['--out', extension]);
  assert.doesNotMatch(output, /warning/i, `vsce has warnings:\n${output}`);
  return extension;
};

/**
 * Packs the extension (without a warning), the test driver and an empty extension to compare with.
 * @returns paths of the VSIX files.
 */
export const packageExtension = (root, folder) => {
  const extension = packExtension(root, folder);
  const [driver, empty] = ['driver', 'empty'].map((name) => {
    const file = join(folder, `${name}.vsix`);
    vsce(root, join(root, 'test', 'vscode', name), ['--out', file, '--allow-missing-repository', '--skip-license']);
    return file;
  });
  return { extension, driver, empty };
};

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { AGENTS, type StdioCommand } from '../../src/doors/vscode/agentConfigurations';
import { LAUNCHER_FILE, launcherSource } from '../../src/doors/vscode/launcher';
import { nodeCommandOf } from '../../src/doors/vscode/nodeCommand';
import { temporaryFolder } from '../support/cli';

const WINDOWS: StdioCommand = {
  command: 'C:\\Program Files\\Editor\\Code.exe',
  args: ['C:\\Users\\Zoë "Z" L\\launcher.cjs', 'mcp', '--workspace', 'D:\\shop'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
};
const NODE: StdioCommand = { command: 'node', args: ['/a/launcher.cjs', 'mcp'], env: {} };

/** Where each agent looks for its servers, by the agents' own documentation. */
const SECTIONS: Record<string, string> = {
  'claude-code': 'mcpServers',
  cursor: 'mcpServers',
  codex: 'mcp_servers',
  zed: 'context_servers',
  json: 'mcpServers',
};

describe.each(AGENTS.map((agent) => [agent.id, agent] as const))('the configuration for %s', (id, agent) => {
  const read = (command: StdioCommand) => {
    const text = agent.configurationOf(command);
    const value = (id === 'codex' ? parseToml(text) : JSON.parse(text)) as Record<string, Record<string, unknown>>;
    expect(Object.keys(value)).toEqual([SECTIONS[id]]);
    return value[SECTIONS[id] ?? '']?.['workspace-context'];
  };

  it('names program, arguments and environment exactly, whatever characters they have', () => {
    expect(read(WINDOWS)).toMatchObject(WINDOWS);
  });

  it('starts a plain node without further environment', () => {
    const { env = {}, ...rest } = read(NODE) as StdioCommand;
    expect(rest).toMatchObject({ command: 'node', args: NODE.args });
    expect(env).toEqual({});
  });
});

describe('the program that runs the launcher', () => {
  it.each([
    ['the editor itself, where it stays in its place', '/usr/share/code/code', true, '/usr/share/code/code'],
    ['on macOS', '/Applications/Code.app/Contents/Frameworks/Code Helper (Plugin).app/Contents/MacOS/Code Helper (Plugin)', true,
      '/Applications/Code.app/Contents/Frameworks/Code Helper (Plugin).app/Contents/MacOS/Code Helper (Plugin)'],
    ['a snap of whatever revision', '/snap/code/184/usr/share/code/code', true, '/snap/code/current/usr/share/code/code'],
    ['node, where the editor is mounted for one run only', '/tmp/.mount_CursorX1/usr/share/cursor/cursor', true, 'node'],
    ['node, in the folder of one version of a remote server', '/home/ada/.vscode-server/bin/abc123/node', false, 'node'],
  ])('is %s', (_, executable, electron, command) => {
    const env = command === 'node' ? {} : { ELECTRON_RUN_AS_NODE: '1' };
    expect(nodeCommandOf({ executable, electron })).toEqual({ command, env });
  });
});

describe('the launcher', () => {
  /** An extensions folder with these versions, each with a CLI that says which it is and what it was given. */
  function installed(versions: readonly string[], obsolete: readonly string[] = []) {
    const extensionsFolder = path.join(temporaryFolder('launcher'), 'extensions with spaces');
    const launcher = path.join(temporaryFolder('launcher'), LAUNCHER_FILE);
    for (const version of versions) {
      mkdirSync(path.join(extensionsFolder, version, 'dist'), { recursive: true });
      const cli = `console.log(JSON.stringify([${JSON.stringify(version)}, ...process.argv.slice(2)]))`;
      writeFileSync(path.join(extensionsFolder, version, 'dist', 'cli.js'), cli);
    }
    mkdirSync(extensionsFolder, { recursive: true });
    writeFileSync(path.join(extensionsFolder, '.obsolete'), JSON.stringify(Object.fromEntries(obsolete.map((name) => [name, true]))));
    const extensionFolder = path.join(extensionsFolder, versions[0] ?? 'none');
    writeFileSync(launcher, launcherSource({ extensionId: 'Workspace-Context.workspace-context', extensionsFolder, extensionFolder }));
    return { launcher, extensionsFolder };
  }
  const run = (launcher: string, ...args: string[]) => JSON.parse(execFileSync(process.execPath, [launcher, ...args], { encoding: 'utf8' })) as string[];

  const ID = 'workspace-context.workspace-context';

  it('runs the newest version by number, wherever it was when it was written, with all arguments', () => {
    const { launcher } = installed([`${ID}-0.9.0`, `${ID}-0.10.0`, `${ID}-0.2.12`]);
    expect(run(launcher, 'mcp', '--workspace', '/a b')).toEqual([`${ID}-0.10.0`, 'mcp', '--workspace', '/a b']);
  });

  it('knows versions made for a platform, and no other extension of a similar name', () => {
    const { launcher } = installed([`${ID}-1.0.0`, `${ID}-1.1.0-linux-x64`, `${ID}-more-9.0.0`, 'other.workspace-context-9.0.0']);
    expect(run(launcher)).toEqual([`${ID}-1.1.0-linux-x64`]);
  });

  it('leaves out versions that the editor is about to remove', () => {
    const { launcher } = installed([`${ID}-1.0.0`, `${ID}-2.0.0`], [`${ID}-2.0.0`]);
    expect(run(launcher)).toEqual([`${ID}-1.0.0`]);
  });

  it('leaves out what is only half installed', () => {
    const { launcher, extensionsFolder } = installed([`${ID}-1.0.0`]);
    mkdirSync(path.join(extensionsFolder, `${ID}-2.0.0`));
    expect(run(launcher)).toEqual([`${ID}-1.0.0`]);
  });

  it('runs the one that wrote it when that is installed in another way', () => {
    const { launcher } = installed(['a-checkout-of-the-source']);
    expect(run(launcher)).toEqual(['a-checkout-of-the-source']);
  });

  it('says what to do when there is none any more, without naming a path', () => {
    const { launcher } = installed([]);
    const { status, stderr, stdout } = spawnSync(process.execPath, [launcher], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/install it again, or remove it/);
    expect(stderr).not.toContain(path.dirname(launcher));
  });
});

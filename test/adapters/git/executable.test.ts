import { describe, expect, it } from 'vitest';
import { findGit } from '../../../src/adapters/git/executable';

const search = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...files: string[]): Promise<string | null> =>
  findGit({ platform, env, isExecutable: (path) => Promise.resolve(files.includes(path)) });

describe('findGit', () => {
  it('takes the first folder of the PATH that has git', async () => {
    expect(await search('linux', { PATH: '/none:/usr/local/bin:/usr/bin' }, '/usr/bin/git', '/usr/local/bin/git')).toBe('/usr/local/bin/git');
  });

  it('never looks into the current folder: a repository could bring a git of its own', async () => {
    expect(await search('linux', { PATH: '.:bin::/usr/bin' }, 'git', './git', 'bin/git')).toBeNull();
    const env = { Path: '.;bin;;\\tools;C:tools' };
    expect(await search('win32', env, 'git.exe', '.\\git.exe', 'bin\\git.exe', '\\tools\\git.exe', 'C:tools\\git.exe')).toBeNull();
  });

  it('reads the PATH of Windows under any case and with quotes', async () => {
    const git = 'C:\\Program Files\\Git\\cmd\\git.exe';
    expect(await search('win32', { Path: 'C:\\Windows;"C:\\Program Files\\Git\\cmd"' }, git)).toBe(git);
  });

  it('is null without a PATH', async () => {
    expect(await search('linux', {}, '/usr/bin/git')).toBeNull();
  });

  it('passes over the git of macOS that only offers to install one', async () => {
    expect(await search('darwin', { PATH: '/usr/bin' }, '/usr/bin/git')).toBeNull();
    const tools = '/Library/Developer/CommandLineTools/usr/bin/git';
    expect(await search('darwin', { PATH: '/usr/bin' }, '/usr/bin/git', tools)).toBe('/usr/bin/git');
    expect(await search('darwin', { PATH: '/usr/bin:/opt/homebrew/bin' }, '/usr/bin/git', '/opt/homebrew/bin/git')).toBe('/opt/homebrew/bin/git');
  });
});

import { describe, expect, it } from 'vitest';
import { gitEnvironment } from '../../../src/adapters/git/environment';

describe('gitEnvironment', () => {
  it('drops what redirects git or makes it run or write something', () => {
    const dropped = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_COMMON_DIR', 'GIT_NAMESPACE', 'GIT_CONFIG', 'GIT_CONFIG_PARAMETERS', 'GIT_EXTERNAL_DIFF', 'GIT_SSH_COMMAND', 'GIT_ASKPASS', 'GIT_PAGER', 'GIT_TRACE', 'GIT_SHALLOW_FILE', 'GIT_LITERAL_PATHSPECS', 'git_dir'];
    const env = gitEnvironment(Object.fromEntries(dropped.map((name) => [name, 'x'])));
    expect(dropped.filter((name) => name in env)).toEqual([]);
  });

  it('keeps what the user relies on: where git and its configuration are, and safe.directory', () => {
    const kept = { PATH: '/bin', HOME: '/h', GIT_EXEC_PATH: '/g', GIT_CEILING_DIRECTORIES: '/c', GIT_CONFIG_GLOBAL: '/f', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' };
    expect(gitEnvironment(kept)).toMatchObject(kept);
  });

  it('forbids every protocol, prompts and optional locks, whatever was inherited', () => {
    expect(gitEnvironment({ GIT_ALLOW_PROTOCOL: 'https:ssh', GIT_TERMINAL_PROMPT: '1', GIT_OPTIONAL_LOCKS: '1', LC_ALL: 'de_DE.UTF-8' })).toEqual({
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      LC_ALL: 'C',
    });
  });
});

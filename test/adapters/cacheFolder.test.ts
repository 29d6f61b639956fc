import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolderOf } from '../../src/adapters/cacheFolder';

describe('cacheFolderOf', () => {
  it('is WORKSPACE_CONTEXT_HOME on every platform, resolved against the current folder', () => {
    const env = { WORKSPACE_CONTEXT_HOME: '/data/index', XDG_CACHE_HOME: '/x', LOCALAPPDATA: 'C:\\x' };
    expect(cacheFolderOf(env, 'linux', '/home/me')).toBe('/data/index');
    expect(cacheFolderOf(env, 'darwin', '/Users/me')).toBe('/data/index');
    expect(cacheFolderOf({ WORKSPACE_CONTEXT_HOME: 'D:\\index' }, 'win32', 'C:\\Users\\me')).toBe('D:\\index');
    expect(cacheFolderOf({ WORKSPACE_CONTEXT_HOME: 'index' }, process.platform, '/home/me')).toBe(path.resolve('index'));
  });

  it('is in the cache folder of the platform otherwise', () => {
    expect(cacheFolderOf({}, 'linux', '/home/me')).toBe('/home/me/.cache/workspace-context');
    expect(cacheFolderOf({ XDG_CACHE_HOME: '/x/cache' }, 'linux', '/home/me')).toBe('/x/cache/workspace-context');
    expect(cacheFolderOf({ XDG_CACHE_HOME: '/x' }, 'darwin', '/Users/me')).toBe('/Users/me/Library/Caches/workspace-context');
    expect(cacheFolderOf({ LOCALAPPDATA: 'C:\\Local' }, 'win32', 'C:\\Users\\me')).toBe('C:\\Local\\workspace-context');
    expect(cacheFolderOf({}, 'win32', 'C:\\Users\\me')).toBe('C:\\Users\\me\\AppData\\Local\\workspace-context');
  });

  it('an empty variable is an unset one, and a relative XDG_CACHE_HOME is ignored (XDG base directories)', () => {
    expect(cacheFolderOf({ WORKSPACE_CONTEXT_HOME: '', XDG_CACHE_HOME: '' }, 'linux', '/home/me')).toBe('/home/me/.cache/workspace-context');
    expect(cacheFolderOf({ XDG_CACHE_HOME: 'cache' }, 'linux', '/home/me')).toBe('/home/me/.cache/workspace-context');
  });
});

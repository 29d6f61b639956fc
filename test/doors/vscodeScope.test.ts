import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/doors/vscode/scope';

const folder = (fsPath: string, excludes: unknown = {}, scheme = 'file') => ({ scheme, fsPath, excludes });

describe('scopeOf', () => {
  it('is the folders of the window that lie on this machine', () => {
    const scope = scopeOf({
      folders: [folder('/w/api'), folder('/w/remote', {}, 'vscode-vfs')],
      workspaceFile: null,
      epicGlobs: null,
    });
    expect(scope).toEqual({
      name: null,
      folders: ['/w/api'],
      exclude: [],
      epicGlobs: null,
      embeddings: { enabled: true, modelFolder: null },
    });
  });

  it('is nothing without such a folder', () => {
    expect(scopeOf({ folders: [], workspaceFile: null, epicGlobs: null })).toBeNull();
    expect(scopeOf({ folders: [folder('/x', {}, 'vscode-vfs')], workspaceFile: null, epicGlobs: null })).toBeNull();
  });

  it('is named after the workspace file, on Windows too', () => {
    const named = (workspaceFile: string) =>
      scopeOf({ folders: [folder('/w')], workspaceFile, epicGlobs: null })?.name;
    expect(named('/home/ada/shop.code-workspace')).toBe('shop');
    expect(named('C:\\work\\Shop All.code-workspace')).toBe('Shop All');
  });

  it('takes the excludes that are on; false and {when} ones are left out', () => {
    const scope = scopeOf({
      folders: [
        folder('/a', { '**/.git': true, '**/*.js': { when: '$(basename).ts' }, '**/keep': false }),
        folder('/b', { '**/.git': true, '**/out': true }),
      ],
      workspaceFile: null,
      epicGlobs: null,
    });
    expect(scope?.exclude).toEqual(['**/.git', '**/out']);
  });

  it('takes epic globs that are texts, and the built-in ones (null) where none is left', () => {
    const globs = (epicGlobs: unknown) => scopeOf({ folders: [folder('/a')], workspaceFile: null, epicGlobs })?.epicGlobs;
    expect(globs(['plans/*', 7, ' '])).toEqual(['plans/*']);
    expect(globs([])).toBeNull();
    expect(globs('plans/*')).toBeNull();
    expect(globs(undefined)).toBeNull();
  });

  it('compares by meaning unless that is switched off, and with the model of the product unless another folder is named', () => {
    const meaning = (embeddings: unknown, modelFolder: unknown) =>
      scopeOf({ folders: [folder('/a')], workspaceFile: null, epicGlobs: null, embeddings, modelFolder })?.embeddings;
    expect(meaning(true, null)).toEqual({ enabled: true, modelFolder: null });
    expect(meaning(false, ' /models/other ')).toEqual({ enabled: false, modelFolder: '/models/other' });
    expect(meaning('no', 7)).toEqual({ enabled: true, modelFolder: null });
    expect(meaning(undefined, '  ')).toEqual({ enabled: true, modelFolder: null });
  });
});

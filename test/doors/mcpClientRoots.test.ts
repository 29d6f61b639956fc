import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { clientFolders } from '../../src/doors/mcp/clientRoots';
import { temporaryTree } from '../workspace/temporaryTree';

type Asked = Parameters<typeof clientFolders>[0];

/** A client that names these roots; null: one that has none. */
const clientOf = (uris: readonly string[] | null): Asked => ({
  getClientCapabilities: () => (uris === null ? {} : { roots: {} }),
  listRoots: async () => ({ roots: (uris ?? []).map((uri) => ({ uri })) }),
});

const root = temporaryTree({ 'shop/a.md': '', 'a.md': '' });
const shop = path.join(root, 'shop');
const uriOf = (name: string): string => pathToFileURL(path.join(root, name)).href;

describe('the folders a client works on', () => {
  it('are none when it does not say', async () => {
    expect(await clientFolders(clientOf(null))).toEqual({ present: [], missing: [] });
    expect(await clientFolders(clientOf([]))).toEqual({ present: [], missing: [] });
  });

  it('are those that are there; what it names beside them is not forgotten', async () => {
    expect(await clientFolders(clientOf([uriOf('shop'), uriOf('gone'), uriOf('shop')]))).toEqual({
      present: [shop],
      missing: [path.join(root, 'gone')],
    });
  });

  it.each([
    ['of another machine or of none', ['https://example.com/shop', 'nonsense', 'file:///%E0%A4%A', 'file:///a%2Fb']],
    ['that is not there', [uriOf('gone')]],
    ['that is a file', [uriOf('a.md')]],
  ])('a root %s alone is an error without a path', async (_, uris) => {
    const refused = clientFolders(clientOf(uris));
    await expect(refused).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(refused).rejects.not.toThrow(root);
  });

  it('a client that fails to say is told what to do', async () => {
    const failing: Asked = { ...clientOf([]), listRoots: async () => Promise.reject(new Error(`no access to ${root}`)) };
    await expect(clientFolders(failing)).rejects.toThrow('name them with "--workspace" where this server is started');
    await expect(clientFolders(failing)).rejects.not.toThrow(root);
  });
});

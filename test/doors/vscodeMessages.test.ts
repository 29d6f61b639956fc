import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import { plainMessage } from '../../src/doors/vscode/plainMessage';
import type { WorkspaceSession } from '../../src/doors/vscode/session';
import type { TreeNode } from '../../src/doors/vscode/tree/treeNodes';
import type { WorkspaceService } from '../../src/workspace/service';
import { editor, fakeVscode } from './fakeEditor';

vi.mock('vscode', () => fakeVscode);

const { openAtCommit, openPassage } = await import('../../src/doors/vscode/openPassage');
const { showError } = await import('../../src/doors/vscode/showError');
const { runNodeCommand } = await import('../../src/doors/vscode/tree/nodeCommands');
const { passageRow } = await import('./vscodePack');

/** What the editor makes links of in a message: addresses, commands and files. */
const LINK = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;
const HOSTILE = 'shop-api/[Retry](command:workbench.action.quit) \u202ecod.md';
const nowhere = { locate: async () => null, textAtCommit: async () => null } as unknown as WorkspaceService;

beforeEach(() => {
  editor.messages.length = 0;
});

describe('a message of the editor', () => {
  it('says a sentence as it is', () => {
    expect(plainMessage('shop-api/docs/a (1).md is not here; ask again.')).toBe('shop-api/docs/a (1).md is not here; ask again.');
  });

  it('holds no link that a name of a file brings along, and nothing that reads in another order', async () => {
    const document: TreeNode = {
      kind: 'document',
      id: 'document x',
      document: { sourceRef: HOSTILE, title: 'x', sourceKind: 'catalog_doc', attachedBy: 'folder', passages: 1, changedAt: null, dirty: false },
    } as TreeNode;
    await openPassage(nowhere, HOSTILE, { start: 1, end: 1 });
    await openAtCommit(nowhere, passageRow(1, { sourceRef: HOSTILE }));
    await runNodeCommand({ service: () => nowhere } as unknown as WorkspaceSession, 'workspaceContext.revealInExplorer', document);
    await showError(new WorkspaceContextError('invalid-argument', `There is no ${HOSTILE}.`));
    expect(editor.messages).toHaveLength(4);
    for (const message of editor.messages) {
      expect(message).toContain('[Retry] (command:workbench.action.quit)');
      expect(message).not.toMatch(LINK);
      expect(message).not.toContain('\u202e');
    }
  });
});

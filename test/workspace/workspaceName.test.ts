import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workspaceNameOf } from '../../src/workspace/workspaceName';
import { nodeService } from './nodeService';
import { temporaryTree } from './temporaryTree';

describe('the name of a workspace', () => {
  it.each([
    ['shop', 'shop'],
    ['api+web shop', 'api+web shop'],
    // What a terminal would obey, what would end the line, and what would reverse it.
    ['sh\u001b[31mo\u0007p\n\u202e', 'shop'],
    ['\u001b]0;title\u0007', 'workspace'],
    [' ', 'workspace'],
  ])('%j is shown as %j', (written, shown) => {
    expect(workspaceNameOf(written)).toBe(shown);
  });

  it('is one line of at most 200 characters, and its own name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (written) => {
        const shown = workspaceNameOf(written);
        expect(shown).toMatch(/^[^\n\r\u001b]{1,200}$/);
        expect(workspaceNameOf(shown)).toBe(shown);
      }),
    );
  });
});

describe('a workspace that is not open', () => {
  it('is echoed as a name, however long and whatever is in it, and gives nothing', async () => {
    const service = nodeService([temporaryTree({ 'a.md': '# Alpha\n' })]);
    const named = 'w\u001b[31m'.repeat(100_000);
    const pack = await service.ask({ question: 'alpha', workspace: named }, { wait: true, now: null });
    expect(pack.passages).toEqual([]);
    expect(pack.workspace).toBe(`${'w'.repeat(199)}…`);
    const expansion = await service.expand({ entityRef: 'alpha', workspace: named }, { wait: true, now: null });
    expect(expansion.workspace).toBe(pack.workspace);
  });
});

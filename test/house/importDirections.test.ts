import { ESLint } from 'eslint';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/cli';

const lint = new ESLint({ cwd: PROJECT });

/** The messages lint has for a file of this content at this place; the file need not exist. */
async function messages(place: string, code: string): Promise<string[]> {
  const [result] = await lint.lintText(code, { filePath: path.join(PROJECT, place) });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === 'no-restricted-imports').map(({ message }) => message);
}

describe('lint refuses imports against the direction of the rooms', () => {
  it.each([
    ['src/contract/x.ts', '../text/terms'],
    ['src/text/x.ts', '../ranking/rank'],
    ['src/catalog/x.ts', '../ports/files'],
    ['src/graph/x.ts', '../catalog/backstage'],
    ['src/ranking/x.ts', '../ports/store'],
    ['src/coordinator/x.ts', '../workspace/service'],
    ['src/coordinator/x.ts', '../text/terms'],
    ['src/coordinator/x.ts', 'node:path'],
    ['src/workspace/x.ts', '../adapters/nodeFiles'],
    ['src/workspace/x.ts', '../doors/cli/program'],
    ['src/adapters/x.ts', '../workspace/createService'],
    ['src/adapters/store/x.ts', '../../workspace/answer'],
    ['src/doors/cli/x.ts', '../../ranking/rank'],
    ['src/doors/mcp/x.ts', '../cli/program'],
    ['src/doors/vscode/x.ts', '../../adapters/nodeFiles'],
    ['src/webview/x.ts', '../workspace/service'],
    ['src/text/x.ts', 'node:fs'],
    ['src/workspace/x.ts', 'node:path'],
    ['src/ranking/x.ts', 'vscode'],
    ['src/doors/mcp/x.ts', 'vscode'],
    ['src/adapters/x.ts', 'vscode'],
  ])('%s may not import %s', async (place, target) => {
    expect(await messages(place, `import { x } from '${target}';\nexport const y = x;\n`)).toHaveLength(1);
  });

  it.each([
    ['src/ranking/x.ts', '../text/terms'],
    ['src/workspace/x.ts', '../ports/files'],
    ['src/workspace/x.ts', '../coordinator/coordinator'],
    ['src/coordinator/x.ts', '../ports/repositories'],
    ['src/adapters/store/x.ts', '../../ports/store'],
    ['src/adapters/worker/x.ts', '../../workspace/service'],
    ['src/doors/cli/x.ts', '../mcp/stdio'],
    ['src/doors/vscode/x.ts', 'vscode'],
    ['src/adapters/x.ts', 'node:fs'],
  ])('%s may import %s', async (place, target) => {
    expect(await messages(place, `import { x } from '${target}';\nexport const y = x;\n`)).toEqual([]);
  });
});

import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeService, NOON, type TestService } from '../../test/workspace/nodeService';
import type { AskOptions } from '../../src/workspace/service';

const PROJECT = path.resolve(__dirname, '../..');

export const WAIT: AskOptions = { wait: true, now: NOON };

/** The sample workspace, made below a folder; the folders of its repositories. */
export async function sampleIn(folder: string): Promise<{ workspace: string; folders: readonly string[] }> {
  const script = pathToFileURL(path.join(PROJECT, 'scripts/sample-workspace.mjs')).href;
  const { makeSampleWorkspace } = (await import(/* @vite-ignore */ script)) as {
    makeSampleWorkspace: (folder: string) => Promise<{ readonly workspaceFile: string; readonly repositories: Readonly<Record<string, string>> }>;
  };
  const { workspaceFile, repositories } = await makeSampleWorkspace(path.join(folder, 'shop'));
  return { workspace: workspaceFile, folders: Object.values(repositories) };
}

/** The core over the sample workspace, indexed, by words alone. */
export async function sampleService(folder: string): Promise<{ service: TestService; workspace: string; folders: readonly string[] }> {
  const { workspace, folders } = await sampleIn(mkdtempSync(path.join(folder, 'sample-')));
  const service = nodeService(folders, { home: mkdtempSync(path.join(folder, 'home-')) });
  await service.index();
  await service.idle();
  return { service, workspace, folders };
}

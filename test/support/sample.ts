import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT, temporaryFolder } from './cli';

/** Makes the sample workspace in a temporary folder and returns the path of its `.code-workspace` file. */
export async function sampleWorkspace(): Promise<string> {
  const folder = path.join(temporaryFolder('sample'), 'shop');
  const script = pathToFileURL(path.join(PROJECT, 'scripts/sample-workspace.mjs')).href;
  const { makeSampleWorkspace } = (await import(script)) as { makeSampleWorkspace: (folder: string) => unknown };
  await makeSampleWorkspace(folder);
  return path.join(folder, 'shop.code-workspace');
}

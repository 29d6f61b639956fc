/** What counts are taken of: copies that may be changed, below the system's folder for temporary files. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { makeSampleWorkspace } from '../../scripts/sample-workspace.mjs';
import { clonedBundle, hasSharedFile } from '../support.mjs';

/** A fresh folder; removed when the script ends. Its physical path, as the product sees it. */
function freshFolder() {
  const place = path.join(os.tmpdir(), 'workspace-context-bench');
  mkdirSync(place, { recursive: true });
  const folder = realpathSync(mkdtempSync(path.join(place, 'counts-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The sample workspace: three small repositories, there for everybody. */
export async function sampleSubject() {
  const { folder, repositories } = await makeSampleWorkspace(path.join(freshFolder(), 'shop'));
  return {
    opened: folder,
    folder,
    repository: repositories['shop-api'],
    repositoryId: 'shop-api',
    documents: ['docs/billing.md', 'docs/deploy.md'],
    code: { path: 'src/billing/retrySchedule.ts', text: '\nexport function quokka(): string {\n  return "zanzibar";\n}\n' },
    embeddings: true,
    questions: ['How do we rotate the secrets of billing-worker?', 'What happens when a charge fails?', 'Where do the logs of a job go?', 'deploy'],
    task: 'retry a failed charge',
  };
}

/** orun's repository, of real size, all of it documents, by words alone: to embed it takes minutes. Null where it is not beside the project. */
export function orunSubject() {
  if (!hasSharedFile('workspaces/orun.bundle')) return null;
  const folder = path.join(freshFolder(), 'orun');
  cpSync(clonedBundle('orun'), folder, { recursive: true, preserveTimestamps: true });
  return {
    opened: folder,
    folder,
    repository: folder,
    repositoryId: 'orun',
    documents: ['README.md', 'docs/ARCHITECTURE.md'],
    code: null,
    embeddings: false,
    questions: ['How long is a job lease good for?', 'What does garbage collection sweep?', 'How is a stack layered in an OCI registry?', 'intent.yaml'],
    task: '',
  };
}

/** The real text that workspaces of any size are made from: what lies in ../shared, else the project's own. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, clonedBundle, hasSharedFile, sharedFile, unpacked } from '../support.mjs';
import { markdownFilesOf } from './files.mjs';
import { plainDocumentOf, sourceDocumentOf } from './text.mjs';

const GUIDES = 'retrieval/aws-guides.tar.xz';
const ABSTRACTS = 'retrieval/cranfield/cran.all.1400';
const ORUN = 'workspaces/orun.bundle';
const ENHANCEMENTS = 'workspaces/kubernetes-enhancements.tar.xz';
const OWN = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs', 'test/fixtures/shop', 'media/models/README.md'];

/**
 * Which text there is, and the documents in an order that is the same on every machine.
 * @returns {{ kind: 'shared' | 'own', read: () => import('./text.mjs').SourceDocument[] }} reading is put off: unpacking takes a while
 */
export function textSources() {
  const kind = [GUIDES, ABSTRACTS, ORUN, ENHANCEMENTS].every(hasSharedFile) ? 'shared' : 'own';
  return { kind, read: kind === 'shared' ? sharedDocuments : ownDocuments };
}

function sharedDocuments() {
  // The archive of enhancements has no folder of its own at the top.
  const enhancements = path.dirname(unpacked(ENHANCEMENTS, 'kubernetes-enhancements'));
  return [
    ...documentsOf(unpacked(GUIDES, 'aws-guides'), []),
    ...abstracts(readFileSync(sharedFile(ABSTRACTS), 'latin1')),
    // What is committed, not what another bench may have left in the clone.
    ...documentsOf(clonedBundle('orun'), execFileSync('git', ['ls-files', '-z'], { cwd: clonedBundle('orun'), encoding: 'utf8' }).split('\0').filter((name) => name.endsWith('.md')).sort()),
    ...documentsOf(enhancements, []),
  ].filter(({ units }) => units.length > 0);
}

function ownDocuments() {
  return OWN.flatMap((name) => documentsOf(PROJECT, name.endsWith('.md') ? [name] : markdownFilesOf(path.join(PROJECT, name)).map((below) => `${name}/${below}`)));
}

function documentsOf(folder, names) {
  return (names.length > 0 ? names : markdownFilesOf(folder)).map((name) =>
    sourceDocumentOf(readFileSync(path.join(folder, name), 'utf8'), path.basename(name, '.md')),
  );
}

function abstracts(text) {
  return text.split(/^\.I \d+$/m).slice(1).map((record) => {
    const field = (name) => new RegExp(`^\\.${name}\\n([\\s\\S]*?)(?=^\\.[A-Z]$|$(?![\\s\\S]))`, 'm').exec(record)?.[1].trim() ?? '';
    return plainDocumentOf(field('T').replace(/\s+/g, ' ').replace(/ \.$/, '').slice(0, 100), field('W').split('\n').map((line) => line.trim()).join('\n'));
  });
}

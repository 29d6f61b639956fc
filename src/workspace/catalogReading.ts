import { type Attachment, attachDocuments, DEFAULT_EPIC_GLOBS } from '../catalog/attachment';
import { isCatalogFile } from '../catalog/catalogFiles';
import { isManifestFile } from '../catalog/derived/derivedCatalog';
import type { RepositoryCatalog } from '../catalog/repositoryCatalog';
import { FILE_BYTES } from '../contract/constants';
import type { Edge, Entity, FileNotice, PackageLinks, RedactedFile, RepositoryPath, SkippedPath } from '../contract/model';
import type { Digest } from '../ports/digest';
import type { Files, PhysicalRoot } from '../ports/files';
import type { SecretScanner } from '../ports/secretScanner';
import type { FileStamp, RepositorySnapshot } from '../ports/store';
import { decodeText } from '../text/decode';
import { formatOf } from '../text/formats';
import { completeCatalog } from './completeCatalog';
import { type CurrentFile, readFile } from './readFiles';
import type { Walk } from './walk';
import { withoutSecrets } from './withoutSecrets';

export type { Attachment };

/** What a repository declares, and to whom its documents belong. */
export interface CatalogReading {
  readonly entities: readonly Entity[];
  readonly edges: readonly Edge[];
  readonly packages: PackageLinks;
  readonly notices: readonly FileNotice[];
  readonly skipped: readonly SkippedPath[];
  /** Files that something was left out of because it looks like a secret; documents are not among them. */
  readonly redacted: readonly RedactedFile[];
  readonly attachments: ReadonlyMap<RepositoryPath, Attachment>;
  /** Of files that only a Location names. */
  readonly targetStamps: readonly FileStamp[];
  /** Digest of all this was read from. */
  readonly inputs: string;
}

interface ReadingInput {
  readonly root: PhysicalRoot;
  readonly walk: Walk;
  readonly epicGlobs: readonly string[] | null;
}

/** A file whose text says what there is: a catalog file or a manifest. */
export function declares(path: RepositoryPath): boolean {
  return isCatalogFile(path) || isManifestFile(path);
}

/** The same, and those that a Location named last time: nothing else is read that is no document. */
function isDeclaring(path: RepositoryPath): boolean {
  return declares(path) || formatOf(path) === null;
}

/**
 * Reads the repository's catalog files, those that Locations name included. While no catalog file and
 * no path of the repository changed, the previous snapshot's reading is taken over.
 */
export async function readCatalog(
  ports: { files: Files; digest: Digest; secretScanner: SecretScanner },
  input: ReadingInput,
  previous: RepositorySnapshot | null,
  current: ReadonlyMap<RepositoryPath, CurrentFile>,
  documentPaths: readonly RepositoryPath[],
): Promise<CatalogReading> {
  const declaring = [...current.values()].filter(({ stamp }) => isDeclaring(stamp.path));
  const inputs = inputsDigest(ports.digest, input, declaring, documentPaths);
  if (previous !== null && previous.catalogInputs === inputs) return takenOver(previous, inputs);

  const texts = new Map<RepositoryPath, string>();
  const targets = new Map<RepositoryPath, CurrentFile>();
  const skipped: SkippedPath[] = [];
  const redacted: RedactedFile[] = [];
  const add = async (path: RepositoryPath, file: CurrentFile | undefined): Promise<void> => {
    const bytes = file?.bytes ?? (await ports.files.read(input.root, path, FILE_BYTES));
    if ('fault' in bytes) return;
    const decoded = decodeText(bytes);
    if ('fault' in decoded) {
      skipped.push({ path, reason: 'binary' });
      return;
    }
    const checked = await withoutSecrets(ports.secretScanner, decoded.text);
    if (checked === 'unchecked') {
      skipped.push({ path, reason: 'secrets-unchecked' });
      return;
    }
    texts.set(path, checked.text);
    // What is left out of a document is known from its content.
    if (checked.redactions !== null && formatOf(path) === null) redacted.push({ path, ...checked.redactions });
  };
  for (const file of declaring) if (declares(file.stamp.path)) await add(file.stamp.path, file);

  const catalog = await completeCatalog(texts, input.walk.paths, async (wanted) => {
    for (const path of wanted) {
      const target = current.get(path) ?? (await readTarget(ports, input.root, path));
      if (target === null) continue;
      if ('skipped' in target) {
        skipped.push(target.skipped);
        continue;
      }
      targets.set(path, target);
      await add(path, target);
    }
  });
  const all = [...declaring.filter(({ stamp }) => declares(stamp.path) || targets.has(stamp.path))];
  for (const target of targets.values()) if (!current.has(target.stamp.path)) all.push(target);
  return readingOf(catalog, {
    attachments: attachDocuments(documentPaths, catalog, input.epicGlobs ?? DEFAULT_EPIC_GLOBS),
    skipped,
    redacted,
    targetStamps: [...targets.values()].map(({ stamp }) => stamp),
    inputs: skipped.some(({ reason }) => reason === 'secrets-unchecked') ? NEVER_THE_SAME : inputsDigest(ports.digest, input, all, documentPaths),
  });
}

async function readTarget(
  ports: { files: Files; digest: Digest },
  root: PhysicalRoot,
  path: RepositoryPath,
): Promise<CurrentFile | { skipped: SkippedPath } | null> {
  const facts = await ports.files.facts(root, path);
  if ('fault' in facts) return null;
  const file = await readFile(ports, root, path, facts, 'sha1');
  return file === 'absent' ? null : file;
}

function readingOf(
  catalog: RepositoryCatalog,
  more: Pick<CatalogReading, 'attachments' | 'targetStamps' | 'inputs' | 'skipped' | 'redacted'>,
): CatalogReading {
  const { entities, edges, packages, notices } = catalog;
  return { ...more, entities, edges, packages, notices, skipped: [...more.skipped, ...catalog.skipped] };
}

function inputsDigest(
  digest: Digest,
  input: ReadingInput,
  declaring: readonly CurrentFile[],
  documentPaths: readonly RepositoryPath[],
): string {
  const stamps = declaring.map(({ stamp }) => `${stamp.path}\0${stamp.digest}`).sort();
  return digest.sha256(
    JSON.stringify([input.epicGlobs, input.walk.paths, documentPaths, stamps]),
  );
}

/** Stands for the digest of a reading that has to be tried again. */
const NEVER_THE_SAME = '';

/** Notices about these come from the walk, which is made anew each time. */
function isIgnoreFile(path: RepositoryPath): boolean {
  return /(^|\/)\.gitignore$/.test(path);
}

/** Whether a file was left out while the catalogs were read. Of documents, binary ones are found anew each time. */
function isCatalogSkip({ path, reason }: SkippedPath): boolean {
  return reason === 'test-data' || reason === 'template-skeleton' || (reason === 'binary' && formatOf(path) === null);
}

function takenOver(previous: RepositorySnapshot, inputs: string): CatalogReading {
  return {
    entities: previous.entities,
    edges: previous.edges,
    packages: previous.packages,
    notices: previous.notices.filter(({ path }) => !isIgnoreFile(path)),
    skipped: previous.skipped.filter(isCatalogSkip),
    redacted: previous.redacted?.filter(({ path }) => formatOf(path) === null) ?? [],
    attachments: new Map(
      previous.documents.map(({ path, sourceKind, attachedBy, entityRefs }) => [path, { sourceKind, attachedBy, entityRefs }]),
    ),
    targetStamps: previous.stamps.filter(({ path }) => formatOf(path) === null && !declares(path)),
    inputs,
  };
}

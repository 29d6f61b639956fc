import { nodeDigest } from '../../src/adapters/nodeDigest';
import { createSecretScanner } from '../../src/adapters/secretScanner';
import { buildGraph } from '../../src/graph/graph';
import type { Files } from '../../src/ports/files';
import { decodeText } from '../../src/text/decode';
import { formatOf } from '../../src/text/formats';
import { type CatalogReading, declares, readCatalog } from '../../src/workspace/catalogReading';
import type { CurrentFile } from '../../src/workspace/readFiles';
import { memoryFiles } from '../../test/workspace/memoryFiles';
import { brokenCatalogLaws, brokenWalkLaws } from './catalogLaws';
import { linesOfText } from './documentLaws';
import { type CaseResult, digestOf, type Fuzzer, thrownFinding } from './fuzzer';
import { mutated } from './mutate';
import { type Random, randomOf, shuffled } from './random';
import type { Seed } from './seeds';

const scanner = createSecretScanner({ debug: () => undefined, warn: () => undefined });
const ROOT = '/repository';

/** Folders that the files of a case lie in. */
const FOLDERS = ['', 'apps/web', 'apps/api', 'services/billing', 'packages/kit', 'docs', 'crates/engine', 'src/Api', 'deep/er/and/deeper', 'skeleton', 'testdata', 'ünïcode folder', '__proto__', 'constructor'];
const DOCUMENTS = ['README.md', 'overview.md', 'docs/index.md', 'docs/a.md', 'docs/overview.md', 'specs/one/README.md', 'apps/web/docs/index.md', 'apps/web/README.md', 'services/billing/docs/overview.md'];

const SUBJECTS: readonly (readonly [string, RegExp])[] = [
  ['catalog: Backstage', /^(?:catalog-info|template)\.ya?ml$/i],
  ['catalog: Orun', /^(?:component|intent)\.ya?ml$/i],
  ['catalog: MkDocs', /^mkdocs\.ya?ml$/i],
  ['manifest: npm', /^(?:package\.json|pnpm-workspace\.ya?ml)$/i],
  ['manifest: Go', /^go\.(?:mod|work)$/i],
  ['manifest: Cargo', /^cargo\.toml$/i],
  ['manifest: Python', /^pyproject\.toml$/i],
  ['manifest: Maven', /^pom\.xml$/i],
  ['manifest: Gradle', /\.gradle(?:\.kts)?$/i],
  ['manifest: .NET', /\.(?:sln|slnx|csproj|fsproj|vbproj)$/i],
  ['manifest: Compose', /compose.*\.ya?ml$/i],
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Files in memory, of bytes that need not be text. */
function filesOf(contents: ReadonlyMap<string, Uint8Array>): Files {
  const inMemory = memoryFiles(Object.fromEntries([...contents].map(([path]) => [`${ROOT}/${path}`, ''])));
  return {
    ...inMemory,
    facts: async (_root, path) => {
      const bytes = contents.get(path);
      return bytes === undefined ? { fault: 'absent' } : { kind: 'file', size: bytes.length, modifiedMs: 0, inode: 0 };
    },
    read: async (_root, path, limit) => contents.get(path)?.subarray(0, limit + 1) ?? { fault: 'absent' },
  };
}

/** Reads what the files declare, as the product does; `order` is that in which they are told. */
async function read(contents: ReadonlyMap<string, Uint8Array>, order: readonly string[]): Promise<CatalogReading> {
  const files = filesOf(contents);
  const paths = [...contents.keys()].sort();
  const current = new Map(
    order.filter(declares).map((path): [string, CurrentFile] => {
      const bytes = contents.get(path) as Uint8Array;
      return [path, { stamp: { path, size: bytes.length, modifiedMs: 0, inode: 0, digest: nodeDigest.sha256(bytes), blobIds: [] }, bytes }];
    }),
  );
  const walk = { readable: true, files: [], paths, links: [], skipped: [], nested: [], notices: [] };
  const documentPaths = paths.filter((path) => formatOf(path) !== null);
  return readCatalog({ files, digest: nodeDigest, secretScanner: scanner }, { root: ROOT, walk, epicGlobs: null }, null, current, documentPaths);
}

/** What may be compared between two readings: sets and maps are told in an order of their own. */
function comparable({ entities, edges, packages, notices, skipped, redacted, attachments, targetStamps, inputs }: CatalogReading): string {
  const sorted = (list: readonly { readonly path: string }[]): unknown => [...list].sort((one, other) => (one.path < other.path ? -1 : 1));
  return digestOf([entities, edges, packages, notices, sorted(skipped), sorted(redacted), [...attachments].sort(([one], [other]) => (one < other ? -1 : 1)), sorted(targetStamps), inputs]);
}

const OBJECT_KEYS = Object.getOwnPropertyNames(Object.prototype).join();

/** Reads a repository of these files and says what is wrong with what came of it. */
export async function checkCatalogs(contents: ReadonlyMap<string, Uint8Array>, random: Random): Promise<{ outcome: string; findings: string[] }> {
  try {
    const paths = [...contents.keys()];
    const reading = await read(contents, paths);
    const lineCounts = new Map<string, number>();
    for (const [path, bytes] of contents) {
      const decoded = decodeText(bytes);
      if ('text' in decoded) lineCounts.set(path, linesOfText(decoded.text).length);
    }
    const findings = brokenCatalogLaws(reading, lineCounts);
    const other = await read(contents, shuffled(paths, random));
    if (comparable(reading) !== comparable(other)) findings.push('in another order the files declare something else');
    if (Object.getOwnPropertyNames(Object.prototype).join() !== OBJECT_KEYS) findings.push('the prototype of all objects was changed');
    const bytes = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
    if (reading.entities.length + reading.edges.length > bytes + 100) findings.push(`${reading.entities.length} entities and ${reading.edges.length} edges of ${bytes} bytes`);
    const repositories = [
      { repositoryId: 'one', entities: reading.entities, edges: reading.edges, packages: reading.packages },
      { repositoryId: 'two', entities: reading.entities.slice(0, 3), edges: reading.edges, packages: reading.packages },
    ];
    const graph = buildGraph(repositories);
    const turned = buildGraph([...repositories].reverse().map((one) => ({ ...one, entities: shuffled(one.entities, random), edges: shuffled(one.edges, random) })));
    if (digestOf([graph.nodes, graph.edges, graph.notices]) !== digestOf([turned.nodes, turned.edges, turned.notices])) findings.push('in another order the graph is another one');
    findings.push(...brokenWalkLaws(graph, random));
    const declared = reading.entities.length > 1;
    const outcome = reading.skipped.some(({ reason }) => reason === 'binary') && !declared ? 'skipped: binary' : `${declared ? 'parsed' : 'parsed: no entity'}${reading.notices.length > 0 ? ', with notices' : ''}`;
    return { outcome, findings };
  } catch (thrown) {
    return { outcome: 'threw', findings: [thrownFinding(thrown)] };
  }
}

/** Repositories of a few catalog files and manifests, some of them mutated. */
export function catalogFuzzer(seed: string, seeds: readonly Seed[]): Fuzzer {
  const bySubject = new Map<string, Seed[]>();
  for (const one of seeds) bySubject.set(subjectOf(nameOf(one.path)), [...(bySubject.get(subjectOf(nameOf(one.path))) ?? []), one]);
  const subjects = [...bySubject.keys()];
  const all = seeds.map(({ bytes }) => bytes);
  return {
    run: async (number): Promise<CaseResult> => {
      const random = randomOf(`${seed}/catalogs/${number}`);
      const contents = new Map<string, Uint8Array>(DOCUMENTS.filter(() => random.chance(0.5)).map((path) => [path, Buffer.from('# x\n')]));
      const anySeed = (subject: string): Seed => random.pick(bySubject.get(subject) ?? seeds);
      const subject = random.pick(subjects);
      const main = anySeed(subject);
      for (let index = random.below(4); index >= 0; index -= 1) {
        // The same file in two folders declares the same entities twice.
        const isMain = index === 0 || random.chance(0.35);
        const { path, bytes } = isMain ? main : anySeed(random.pick(subjects));
        const name = nameOf(path);
        const folder = random.pick(FOLDERS);
        const changed = index === 0 || random.chance(0.4) ? mutated(bytes.subarray(0, 200 + random.size(12_000)), random, all) : bytes;
        contents.set(folder === '' ? name : `${folder}/${name}`, changed);
      }
      const { outcome, findings } = await checkCatalogs(contents, random);
      return {
        subject,
        outcome,
        findings,
        input: async () => JSON.stringify(Object.fromEntries([...contents].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')])), null, 1),
      };
    },
  };
}

/** What a file is of, as the table names it. */
function subjectOf(name: string): string {
  const [subject] = SUBJECTS.find(([, pattern]) => pattern.test(name)) ?? ['catalog: others'];
  return subject;
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isCatalogFile } from '../../src/catalog/catalogFiles';
import { isManifestFile } from '../../src/catalog/derived/derivedCatalog';
import { isCodePath } from '../../src/code/codeFiles';
import { formatOf } from '../../src/text/formats';
import { BUILT_IN_CATALOGS, BUILT_IN_DOCUMENTS } from './builtInSeeds';

/** A file that mutated ones are made of. */
export interface Seed {
  /** Relative to where it was found, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
}

export interface Seeds {
  readonly documents: readonly Seed[];
  readonly code: readonly Seed[];
  /** Catalog files and manifests. */
  readonly catalogs: readonly Seed[];
}

/** A seed is no longer: what is done to it makes it long. */
const SEED_BYTES = 64 * 1024;
/** Of each folder and kind so many are taken, spread evenly: more teach nothing and take memory. */
const SEEDS_OF_FOLDER = 150;
const LEFT_OUT = new Set(['.git', 'node_modules']);

function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const enter = (relative: string): void => {
    for (const entry of readdirSync(path.join(folder, relative), { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const name = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) enter(name);
      else if (entry.isFile()) found.push(name);
    }
  };
  enter('');
  return found;
}

function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, index) => list[Math.floor(index * step)] as T);
}

function readSeeds(folder: string, names: readonly string[]): Seed[] {
  return spread(names, SEEDS_OF_FOLDER)
    .filter((name) => statSync(path.join(folder, name)).size > 0)
    .map((name) => ({ path: name, bytes: readFileSync(path.join(folder, name)).subarray(0, SEED_BYTES) }));
}

/** The files below folders that cases can be made of, and a few that are always there. */
export function seedsIn(folders: readonly string[]): Seeds {
  const found = folders.map((folder) => ({ folder, names: filesBelow(folder) }));
  const of = (wanted: (name: string) => boolean): Seed[] => found.flatMap(({ folder, names }) => readSeeds(folder, names.filter(wanted)));
  const declares = (name: string): boolean => isCatalogFile(name) || isManifestFile(name);
  return {
    documents: [...BUILT_IN_DOCUMENTS, ...of((name) => formatOf(name) !== null)],
    code: of((name) => isCodePath(name) && !declares(name)),
    catalogs: [...BUILT_IN_CATALOGS, ...of(declares)],
  };
}

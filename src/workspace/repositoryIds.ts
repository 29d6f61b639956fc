import { repositoryRefOf } from '../contract/entityRef';
import type { Files, PhysicalRoot } from '../ports/files';

/** Stands for the name of a root that has none: the top of the file system. */
const NAMELESS = 'repository';

/** What an id may not hold: separators, control characters and marks that are not seen. */
const UNFIT = /[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu;

/** A name with nothing unfit in it, told without Unicode's classes, whose first use costs milliseconds. */
const PLAIN = /^[\w-][\w.-]*$/;

const partOf = (folderName: string): string => {
  if (PLAIN.test(folderName)) return folderName;
  const part = folderName.normalize('NFC').replace(UNFIT, '-').trim();
  return part === '' || part === '.' || part === '..' ? NAMELESS : part;
};

interface Naming {
  /** The folder's name and those of the folders above it, innermost first. */
  readonly names: readonly string[];
  /** How many of them the id uses. */
  readonly used: number;
}

const idOf = ({ names, used }: Naming): string => names.slice(0, used).map(partOf).reverse().join('-');
/** Ids that make the same entity ref are the same id. */
const sameness = (id: string): string => repositoryRefOf(id);
const namesKey = ({ names, used }: Naming): string => JSON.stringify(names.slice(0, used).map((name) => name.toLowerCase()));

function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** Takes one more folder name into the ids of repositories that cannot be told apart by those they use. */
function told(namings: readonly Naming[]): Naming[] {
  let current = [...namings];
  for (;;) {
    const alike = groupsOf(current, namesKey).filter((group) => group.length > 1).flat();
    const growing = new Set(alike.filter(({ names, used }) => used < names.length));
    if (growing.size === 0) return current;
    current = current.map((naming) => (growing.has(naming) ? { ...naming, used: naming.used + 1 } : naming));
  }
}

/** Numbers ids that are still alike (`a-b` and `b` in `a`), in the order of their folders' names. */
function numbered(namings: readonly Naming[]): string[] {
  const order = namings
    .map((naming, index) => ({ naming, index, sortKey: JSON.stringify([naming.used, ...naming.names]) }))
    .sort((left, right) => (left.sortKey < right.sortKey ? -1 : left.sortKey > right.sortKey ? 1 : 0));
  const taken = new Set<string>();
  // A number may not take away an id that is somebody's plain name.
  const plain = new Set(namings.map((naming) => sameness(idOf(naming))));
  const ids: string[] = [];
  for (const { naming, index } of order) {
    const base = idOf(naming);
    let id = base;
    for (let number = 2; taken.has(sameness(id)) || (id !== base && plain.has(sameness(id))); number += 1) id = `${base}-${number}`;
    taken.add(sameness(id));
    ids[index] = id;
  }
  return ids;
}

/**
 * Ids for folders, each given by its own name and those of the folders above it, innermost first: the
 * folder's name; with the parent's name before it (`shop-api`) where two share it, then further ones, then a number.
 * Two ids never make the same entity ref; none holds a slash. The order of the input does not matter.
 */
export function uniqueIds(folders: readonly (readonly string[])[]): string[] {
  return numbered(told(folders.map((names) => ({ names, used: 1 }))));
}

/** The id of each root (the roots are distinct); see `uniqueIds`. */
export function repositoryIdsOf(
  files: Pick<Files, 'nameOf' | 'parentOf'>,
  roots: readonly PhysicalRoot[],
): ReadonlyMap<PhysicalRoot, string> {
  const distinct = [...new Set(roots)];
  const ids = uniqueIds(
    distinct.map((root) => {
      const names: string[] = [];
      for (let folder: PhysicalRoot | null = root; folder !== null; folder = files.parentOf(folder)) {
        names.push(files.nameOf(folder));
      }
      return names;
    }),
  );
  return new Map(distinct.map((root, index) => [root, ids[index] ?? NAMELESS]));
}

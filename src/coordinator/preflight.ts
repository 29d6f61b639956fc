import { checkedArguments, type RefusalReasons } from '../contract/arguments';
import { codeContextInput, CURSOR_BYTES } from '../contract/codeTool';
import { type CodePayload, MAXIMUM_LANES, MAXIMUM_TARGETS, workspaceCodeContextInput, type WorkspaceCodeContextRequest } from '../contract/coordinatorTool';
import { type ErrorCode, WorkspaceContextError } from '../contract/errors';
import { utf8Bytes } from '../contract/jsonBytes';
import type { PhysicalRoot } from '../ports/files';
import type { ConfiguredRepository, Repositories } from '../ports/repositories';

/** A repository that may be asked. */
export interface CheckedTarget {
  readonly repository: ConfiguredRepository;
  readonly physicalRoot: PhysicalRoot;
  /** The arguments of code.context, whole. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Where the answer is to begin, as it came. */
  readonly cursor: string | undefined;
}

type Target = WorkspaceCodeContextRequest['targets'][number];

const REASONS: RefusalReasons = {
  maxParallel: `More than ${MAXIMUM_LANES} is refused and not cut down to it, so that a call never runs otherwise than it says.`,
  targets: `Ask in several calls, of at most ${MAXIMUM_TARGETS} repositories each.`,
};

function refuse(message: string, code: ErrorCode = 'invalid-argument'): never {
  throw new WorkspaceContextError(code, message);
}

/** Names that show nothing of the machine and do not bury the sentence. */
const SHOWABLE = /^[^/\\%:\p{Cc}\p{Cf}\p{Cs}]{1,80}$/u;
const SHOWN_IDS = 12;

const shown = (id: string): string => (SHOWABLE.test(id) ? ` "${id}"` : '');

function knownIds(repositories: readonly ConfiguredRepository[]): string {
  const ids = repositories.map(({ id }) => id);
  const more = ids.length - SHOWN_IDS;
  if (ids.length === 0) return 'this workspace has none';
  return `the ids are ${ids.slice(0, SHOWN_IDS).join(', ')}${more > 0 ? ` and ${more} more, which status lists` : ''}`;
}

/** The first index whose key another one before it has, with that one's. */
function firstTwins<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly [number, number] | null {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const before = seen.get(key);
    if (before !== undefined) return [before, index];
    seen.set(key, index);
  }
  return null;
}

/** Two physical folders are one when these are equal. */
const keyOf = (root: PhysicalRoot, { ignoresCase }: Pick<Repositories, 'ignoresCase'>): string =>
  ignoresCase ? root.normalize('NFC').toLowerCase() : root;

/** Whether two physical folders are one. */
export function isSameFolder(one: PhysicalRoot, other: PhysicalRoot, rules: Pick<Repositories, 'ignoresCase'>): boolean {
  return keyOf(one, rules) === keyOf(other, rules);
}

function configuredTargets(
  targets: readonly Target[],
  known: readonly ConfiguredRepository[],
  rules: Pick<Repositories, 'ignoresCase'>,
): ConfiguredRepository[] {
  const twins = firstTwins(targets, ({ id }) => id);
  if (twins !== null) refuse(`"targets[${twins[1]}].id" names the same repository as "targets[${twins[0]}].id"; name each one once.`);
  const found = targets.map(({ id }, index) => {
    const repository = known.find((one) => one.id === id);
    return repository ?? refuse(`"targets[${index}].id"${shown(id)} is not a repository of this workspace; ${knownIds(known)}.`);
  });
  const alike = firstTwins(found, ({ root }) => keyOf(root, rules));
  if (alike !== null) refuse(oneFolder(targets, alike));
  return found;
}

function oneFolder(targets: readonly Target[], [before, index]: readonly [number, number]): string {
  return `"targets[${before}].id"${shown(targets[before]?.id ?? '')} and "targets[${index}].id"${shown(targets[index]?.id ?? '')} are one folder; leave one of them out.`;
}

const notReadable = (index: number, id: string): never =>
  refuse(
    `The folder of "targets[${index}].id"${shown(id)} cannot be read; see that it is there and that you may read it, or leave the repository out.`,
    'workspace-not-readable',
  );

/** Whether a path is one of another Windows machine although the repository's is not: to look at it would open a connection. */
const isElsewhere = (path: string, root: PhysicalRoot): boolean => /^[\\/]{2}/.test(path) && !/^[\\/]{2}/.test(root);

async function physicalRoots(
  targets: readonly Target[],
  found: readonly ConfiguredRepository[],
  repositories: Repositories,
): Promise<PhysicalRoot[]> {
  const roots: PhysicalRoot[] = [];
  for (const [index, repository] of found.entries()) {
    const root = (await repositories.resolve(repository.root)) ?? notReadable(index, repository.id);
    const asserted = targets[index]?.root;
    const resolved = asserted === undefined ? root : isElsewhere(asserted, repository.root) ? null : await repositories.resolve(asserted);
    // Whether there is such a folder is nobody's business, so both are one sentence.
    if (resolved === null || !isSameFolder(resolved, root, repositories)) {
      refuse(`"targets[${index}].root" is not the folder of the repository${shown(repository.id)}; correct it, or leave it out.`);
    }
    roots.push(root);
  }
  const twins = firstTwins(roots, (root) => keyOf(root, repositories));
  if (twins !== null) refuse(oneFolder(targets, twins));
  return roots;
}

function checkCursor(cursor: string, place: string): void {
  const bytes = utf8Bytes(cursor);
  if (bytes > CURSOR_BYTES) refuse(`"${place}" has ${bytes} bytes; a cursor has at most ${CURSOR_BYTES}, as it was given to you. Leave it out to begin anew.`);
}

/** Where each target is to go on. */
function cursorsOf({ targets, continuations = [] }: WorkspaceCodeContextRequest): (string | undefined)[] {
  const cursors = targets.map(({ cursor }) => cursor);
  const taken = new Map<string, number>();
  for (const [index, { repository, cursor }] of continuations.entries()) {
    const place = `continuations[${index}]`;
    const target = targets.findIndex(({ id }) => id === repository);
    if (target < 0) refuse(`"${place}.repository"${shown(repository)} is not among the targets; name it there, or leave its cursor out.`);
    const before = taken.get(repository);
    if (before !== undefined) refuse(`"${place}.repository"${shown(repository)} has a cursor in "continuations[${before}]" already; leave one of them out.`);
    if (cursors[target] !== undefined) refuse(`"${place}" and "targets[${target}].cursor" are both cursors of the repository${shown(repository)}; leave one of them out.`);
    taken.set(repository, index);
    checkCursor(cursor, `${place}.cursor`);
    cursors[target] = cursor;
  }
  for (const [index, { cursor }] of targets.entries()) if (cursor !== undefined) checkCursor(cursor, `targets[${index}].cursor`);
  return cursors;
}

async function checkAuthorization(found: readonly ConfiguredRepository[], repositories: Repositories): Promise<void> {
  for (const [index, repository] of found.entries()) {
    const authorization = await repositories.authorization(repository);
    if (authorization === 'not-readable') notReadable(index, repository.id);
    if (authorization === 'not-trusted') {
      refuse(`The repository of "targets[${index}].id"${shown(repository.id)} is not trusted, so nothing in it is read; trust it, or leave it out.`, 'not-trusted');
    }
  }
}

/** One ordinary request: the target's own arguments over the shared ones, for this repository and no other. */
function requestOf(shared: CodePayload, { id, payload }: Target, cursor: string | undefined): Record<string, unknown> {
  return { ...shared, ...payload, repo: id, ...(cursor === undefined ? {} : { cursor }) };
}

/** Checks the shapes and sizes of a call. @throws WorkspaceContextError that says what to change. */
export function checkedRequest(args: unknown): WorkspaceCodeContextRequest {
  const request = checkedArguments(workspaceCodeContextInput, args, REASONS);
  for (const target of request.targets) {
    // What two payloads make together is known only here; its places are those of code.context.
    checkedArguments(codeContextInput, requestOf(request.payload, target, undefined));
  }
  return request;
}

/**
 * Everything that can be wrong with a call, looked at in this order before any repository is probed or asked: ids,
 * folders, cursors, authorization.
 * @throws WorkspaceContextError that says what to change, without any path.
 */
export async function checkedTargets(
  request: WorkspaceCodeContextRequest,
  known: readonly ConfiguredRepository[],
  repositories: Repositories,
): Promise<CheckedTarget[]> {
  const { targets, payload } = request;
  const found = configuredTargets(targets, known, repositories);
  const roots = await physicalRoots(targets, found, repositories);
  const cursors = cursorsOf(request);
  await checkAuthorization(found, repositories);
  return found.map((repository, index) => {
    const cursor = cursors[index];
    const target = targets[index] ?? { id: repository.id };
    return { repository, physicalRoot: roots[index] ?? repository.root, request: requestOf(payload, target, cursor), cursor };
  });
}

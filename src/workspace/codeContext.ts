import { languageOfCode } from '../code/codeFiles';
import { nameOfUnit } from '../code/codeIndex';
import { cursorAfter, type CursorBinding, cursorBindingOf, symbolsBefore } from '../code/cursor';
import { LINES_BYTES } from '../code/languages';
import { type RankedUnit, rankedUnits, scopeTest } from '../code/rank';
import { type Relations, relationsOf } from '../code/relations';
import { matchesOf } from '../code/score';
import { sourceTextOf } from '../code/sourceText';
import { taskOf } from '../code/task';
import { codeWhyOf } from '../code/why';
import { checkedArguments } from '../contract/arguments';
import { type CodeContextRequest, codeContextInput, type CodePack, type CodeSymbol, type Completeness, type Evidence } from '../contract/codeTool';
import type { CodeManifest } from '../contract/codeModel';
import { FILE_BYTES, PACK_BYTES } from '../contract/constants';
import { WorkspaceContextError } from '../contract/errors';
import { jsonBytes } from '../contract/jsonBytes';
import type { RepositoryPath } from '../contract/model';
import { decodeText } from '../text/decode';
import { type CodeIndexes, type CodeIndexesPorts, createCodeIndexes, type IndexedCode } from './codeIndexes';
import { fittedCodePack } from './codeBudget';
import { isFresh } from './freshness';
import type { FoundRepository } from './members';

/** How code.context is asked. */
export interface CodeAskOptions {
  /** True: code that is not indexed yet is read before the answer; false: the answer comes at once, and says so. */
  readonly wait: boolean;
  /** The clock of freshness in milliseconds since 1970; null: the time of day. */
  readonly now: number | null;
  /** The answer is at most so many bytes of UTF-8 JSON, its cursor aside; 32 KiB unless given. */
  readonly bytes?: number;
  /** Ends the call: nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** A repository that can be asked, by its id in the workspace. */
export interface CodeRepository extends FoundRepository {
  readonly id: string;
}

export interface CodeContext {
  readonly indexes: CodeIndexes;
  /**
   * code.context. `args` is what the caller sent, unchecked.
   * @param repositoryOf gives the repository of an id.
   * @throws WorkspaceContextError when the arguments are wrong, saying what to change.
   */
  ask(
    args: unknown,
    options: CodeAskOptions,
    repositoryOf: (id: string) => Promise<CodeRepository>,
    onProgress: (done: number, total: number) => void,
  ): Promise<CodePack>;
}

/** So many related files and tests at most. */
const RELATED_LIMIT = 20;
/** The symbols whose users and tests are looked for. */
const RELATED_OF = 20;
const NO_RELATIONS: Relations = { related: [], tests: [], more: 0, isCut: false };

const COLD = 'The code of this repository is not read yet; this call started it. Ask again in a moment.';
const BEHIND = 'Files changed just now and are being read again.';

function scopeOf(scope: readonly string[]): RepositoryPath[] {
  return scope.map((written) => {
    const path = written.trim().replaceAll('\\', '/');
    const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
    // What names nothing must not come to mean the whole repository, as "." does.
    if (path === '' || path.startsWith('/') || /^[A-Za-z]:/.test(path) || /^[a-z][\w+.-]*:\/\//i.test(path) || segments.includes('..')) {
      throw new WorkspaceContextError('invalid-argument', '"scope" takes paths relative to the repository, without ".." in them, like "src/billing".');
    }
    return segments.join('/');
  });
}

/** Whether a path has to do with a scope: it is in it, or the scope is in it. */
function touchesScope(scope: readonly RepositoryPath[], path: RepositoryPath): boolean {
  return scopeTest(scope)(path) || scope.some((one) => one.startsWith(`${path}/`));
}

/** What an answer lacks: why, under how it is called. */
type Lacks = ReadonlyMap<Completeness, readonly string[]>;

function evidenceOf(manifest: CodeManifest | null, nowMs: number, lacks: Lacks): Evidence[] {
  const common = {
    freshness: { indexedAt: manifest?.verifiedAt ?? null, stale: manifest === null || !isFresh(manifest.verifiedAt, nowMs) },
    generation: { commit: manifest?.commit ?? null, dirty: manifest?.dirty ?? false },
  };
  const said = [...lacks].filter(([, reasons]) => reasons.length > 0);
  if (said.length === 0) return [{ completeness: 'complete', ...common, reasons: [] }];
  return said.map(([completeness, reasons]) => ({ completeness, ...common, reasons: [...reasons] }));
}

const LEFT_OUT = { 'too-large': 'larger than 1 MiB', unreadable: 'not readable', 'secrets-unchecked': 'not to be checked for secrets' } as const;

function leftOutReasons({ leftOut }: CodeManifest, scope: readonly RepositoryPath[]): string[] {
  return (Object.keys(LEFT_OUT) as (keyof typeof LEFT_OUT)[]).flatMap((reason) => {
    const count = leftOut.filter((one) => one.reason === reason && touchesScope(scope, one.path)).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? 'file is' : 'files are'} ${LEFT_OUT[reason]} and not in it.`];
  });
}

/** Files without a grammar are read so far and no further. */
function beginningReasons({ files }: CodeManifest, scope: readonly RepositoryPath[]): string[] {
  const count = files.filter(({ size, path }) => size > LINES_BYTES && languageOfCode(path)?.syntaxes.length === 0 && touchesScope(scope, path)).length;
  return count === 0 ? [] : [`${count} ${count === 1 ? 'file' : 'files'} without a grammar ${count === 1 ? 'is' : 'are'} larger than 256 KiB; what comes after that is not in it.`];
}

/** What an answer lacks of related files and tests. @param unasked symbols of which none were looked for. */
function relationReasons({ more, isCut }: Pick<Relations, 'more' | 'isCut'>, unasked: number): string[] {
  return [
    ...(more > 0 ? [`${more} more ${more === 1 ? 'place uses' : 'places use'} these symbols or ${more === 1 ? 'tests' : 'test'} them; a lower "limit" or a narrower task shows which.`] : []),
    ...(isCut ? ['A name has more uses than are looked at for related files and tests.'] : []),
    ...(unasked > 0 ? [`Related files and tests are those of the first ${RELATED_OF} symbols; a lower "limit" and "cursor" give those of the others.`] : []),
  ];
}

function failedReasons({ index }: IndexedCode, isInScope: (path: RepositoryPath) => boolean): string[] {
  const failed = index.files.filter(({ reading, path }) => reading === 'failed' && isInScope(path)).length;
  return failed === 0 ? [] : [`The declarations of ${failed} ${failed === 1 ? 'file' : 'files'} could not be told; ${failed === 1 ? 'it is' : 'they are'} found by lines.`];
}

function symbolOf({ index }: IndexedCode, matches: ReturnType<typeof matchesOf>, ranked: RankedUnit): CodeSymbol {
  const { kind, line, signature, summary } = index.units[ranked.unit]!;
  const { path } = index.files[index.fileOf[ranked.unit]!]!;
  return {
    name: nameOfUnit(index, ranked.unit),
    kind,
    path,
    line,
    ...(signature === '' ? {} : { signature }),
    ...(summary === '' ? {} : { summary }),
    score: ranked.score,
    why: codeWhyOf(index, matches, ranked),
  };
}

interface Snippets {
  readonly rows: CodePack['snippets'];
  readonly reasons: readonly string[];
  /** Of so many symbols nothing was read: it could not have been shown. */
  readonly unread: number;
}

/**
 * The lines of symbols, as their files have them now; none of files that changed since or hold what looks like a secret. A file
 * that is the one that was indexed was looked through for secrets then, and is not again.
 * @param room bytes of JSON that all of them have: what comes after it is full would be dropped, and is not read.
 */
async function snippetsOf(
  ports: CodeIndexesPorts,
  root: FoundRepository['root'],
  { index }: IndexedCode,
  units: readonly number[],
  mostLines: number,
  room: number,
): Promise<Snippets> {
  const texts = new Map<RepositoryPath, ReturnType<typeof sourceTextOf> | null>();
  let [withheld, changed, shortened] = [0, 0, 0];
  const sourceOf = async (file: number): Promise<ReturnType<typeof sourceTextOf> | null> => {
    const { path, digest, isRedacted } = index.files[file]!;
    const known = texts.get(path);
    if (known !== undefined) return known;
    const bytes = isRedacted ? { fault: 'forbidden' as const } : await ports.files.read(root, path, FILE_BYTES);
    const isSame = !('fault' in bytes) && ports.digest.sha256(bytes) === digest;
    const decoded = isSame ? decodeText(bytes) : null;
    const source = decoded === null || 'fault' in decoded ? null : sourceTextOf(decoded.text);
    if (source === null) [withheld, changed] = isRedacted || isSame ? [withheld + 1, changed] : [withheld, changed + 1];
    texts.set(path, source);
    return source;
  };
  const rows: CodePack['snippets'] = [];
  let [taken, looked] = [0, 0];
  for (const unit of units) {
    if (taken > room) break;
    looked += 1;
    const file = index.fileOf[unit]!;
    const source = await sourceOf(file);
    if (source === null) continue;
    const { line, endLine } = index.units[unit]!;
    const { path } = index.files[file]!;
    const last = Math.min(endLine, line + mostLines - 1);
    if (last < endLine) shortened += 1;
    const code = source.text.slice(source.startOf(line), source.startOf(last + 1)).replace(/\s+$/, '');
    const row = { name: nameOfUnit(index, unit), path, line, code };
    taken += jsonBytes(row);
    rows.push(row);
  }
  return {
    rows,
    unread: units.length - looked,
    reasons: [
      ...(withheld === 0 ? [] : [`${withheld} ${withheld === 1 ? 'file holds' : 'files hold'} what looks like a secret; no code of ${withheld === 1 ? 'it' : 'them'} is shown.`]),
      ...(changed === 0 ? [] : [`${changed} ${changed === 1 ? 'file' : 'files'} changed since; no code of ${changed === 1 ? 'it' : 'them'} is shown.`]),
      ...(shortened === 0 ? [] : [`${shortened} ${shortened === 1 ? 'snippet shows' : 'snippets show'} the first lines only; "snippetLines" asks for more.`]),
    ],
  };
}

/** code.context over the repositories of a workspace. @param exclude globs of `files.exclude`. */
export function createCodeContext(ports: CodeIndexesPorts, exclude: readonly string[]): CodeContext {
  const indexes = createCodeIndexes(ports, exclude);

  const answerFrom = async (
    repository: CodeRepository,
    request: CodeContextRequest,
    indexed: IndexedCode,
    binding: CursorBinding,
    from: number,
    more: { readonly nowMs: number; readonly partial: readonly string[]; readonly bytes: number; readonly notices: readonly string[] },
  ): Promise<CodePack> => {
    const { index, manifest } = indexed;
    const isInScope = scopeTest(request.scope);
    const matches = matchesOf(index, taskOf(request.task, request.keywords));
    const ranked = rankedUnits(index, matches, isInScope);
    const page = ranked.slice(from, from + request.limit);
    const units = page.map(({ unit }) => unit);
    const symbols = page.map((one) => symbolOf(indexed, matches, one));
    const room = more.bytes - jsonBytes(symbols);
    const snippets = request.includeSnippet ? await snippetsOf(ports, repository.root, indexed, units, request.snippetLines, room) : { rows: [], reasons: [], unread: 0 };
    const relations = request.mode === 'plan' ? relationsOf(index, units.slice(0, RELATED_OF), RELATED_LIMIT) : NO_RELATIONS;
    return fittedCodePack(
      {
        repo: repository.id,
        task: request.task,
        symbols,
        related: [...relations.related],
        snippets: snippets.rows,
        tests: [...relations.tests],
        outOfScope: manifest.outside.filter((path) => touchesScope(request.scope, path)).length,
        evidence: [],
        notices: [...more.notices],
      },
      more.bytes,
      ({ symbols: kept, droppedSnippets, droppedPlaces }) => {
        const left = ranked.length - from - kept;
        const missed = droppedSnippets + snippets.unread;
        const lower = [
          ...(left > 0 ? [`${left} more ${left === 1 ? 'symbol matches' : 'symbols match'}; "cursor" goes on with them.`] : []),
          ...(droppedPlaces > 0 ? [`${droppedPlaces} related files and tests did not fit.`] : []),
          ...relationReasons(relations, request.mode === 'plan' ? Math.max(0, kept - RELATED_OF) : 0),
          ...failedReasons(indexed, isInScope),
        ];
        const trimmed = [...snippets.reasons, ...(missed > 0 ? [`${missed} ${missed === 1 ? 'snippet' : 'snippets'} did not fit.`] : [])];
        return {
          evidence: evidenceOf(manifest, more.nowMs, new Map<Completeness, readonly string[]>([['partial', more.partial], ['lower_bound', lower], ['source_trimmed', trimmed]])),
          nextCursor: left > 0 ? cursorAfter(ports.digest, binding, from + kept) : null,
        };
      },
    );
  };

  return {
    indexes,
    ask: async (args, options, repositoryOf, onProgress) => {
      const checked = checkedArguments(codeContextInput, args);
      const request = { ...checked, scope: scopeOf(checked.scope) };
      const repository = await repositoryOf(request.repo);
      options.signal?.throwIfAborted();
      const { indexed, isBehind, problem } = await indexes.of(repository, options.wait, onProgress);
      options.signal?.throwIfAborted();
      const nowMs = options.now ?? ports.clock.now();
      if (indexed === null) {
        const reasons = [problem ?? COLD];
        const nothing = { repo: repository.id, task: request.task, symbols: [], related: [], snippets: [], tests: [], outOfScope: 0 };
        return { ...nothing, evidence: evidenceOf(null, nowMs, new Map([['unknown', reasons]])), notices: reasons };
      }
      const binding = cursorBindingOf(ports.digest, request, indexed.generation);
      const from = request.cursor === undefined ? 0 : symbolsBefore(ports.digest, request.cursor, binding);
      return answerFrom(repository, request, indexed, binding, from, {
        nowMs,
        partial: [...(isBehind ? [BEHIND] : []), ...leftOutReasons(indexed.manifest, request.scope), ...beginningReasons(indexed.manifest, request.scope), ...(problem === null ? [] : [problem])],
        bytes: options.bytes ?? PACK_BYTES,
        notices: problem === null ? [] : [problem],
      });
    },
  };
}

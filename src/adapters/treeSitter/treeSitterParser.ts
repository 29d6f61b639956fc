import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language, Parser, Query, QueryMatch, Tree, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { CodeParser, GrammarName, SyntaxMatch, SyntaxReading, SyntaxRequest } from '../../ports/codeParser';
import type { Log } from '../../ports/log';
import { createPace } from '../pace';
import { bracketDepthOf } from './bracketDepth';
import type { TreeSitterFiles, TreeSitterModule } from './treeSitterFiles';

export interface TreeSitterOptions {
  readonly files: TreeSitterFiles;
  readonly log: Log;
  /** Milliseconds of a clock that never goes back; the process's own unless given. */
  readonly elapsed?: () => number;
}

/*
 * Work is counted, not timed, so that the same text always comes to the same end: tree-sitter calls back every hundred
 * steps or so. Ordinary code takes one call for some fifty to a hundred of its characters. A call on what is no code at all
 * may take a hundred times as long (20 kB of random brackets in Swift took 3 s, 60 kB 19 s), and nothing is answered meanwhile:
 * what takes longer than anything a person wrote is ended by the clock.
 */
const FREE_CALLS = 2_000;
const CHARACTERS_A_CALL = 8;
const QUERY_CHARACTERS_A_CALL = 4;
const LONGEST_MILLISECONDS = 5_000;

/** Nested deeper than this the runtime's stack may not last; people's code goes to a tenth of it. */
const BRACKET_DEPTH = 1_000;
/** What a grammar does not know it keeps as one node with many children, which a query takes ever longer to go through. */
const ERROR_CHILDREN = 4_000;
/** Nodes with errors in them that are looked at for that. */
const ERROR_NODES = 20_000;

const FAILED: SyntaxReading = { kind: 'failed' };

/** A started runtime with the grammars and queries that were asked for. */
interface Runtime {
  readonly module: TreeSitterModule;
  readonly parser: Parser;
  readonly languages: Map<GrammarName, Language>;
  readonly queries: Map<string, Query>;
}

/** Cancels by count, and where that is not enough by the clock, what goes on for too long. */
function allowance(calls: number, elapsed: () => number): { readonly spend: () => boolean; readonly isSpent: () => boolean } {
  let left = calls;
  const end = elapsed() + LONGEST_MILLISECONDS;
  return {
    spend: () => {
      left = elapsed() > end ? -1 : left - 1;
      return left < 0;
    },
    isSpent: () => left < 0,
  };
}

/** Whether what a grammar does not know of a text is little enough to be queried. */
function isQueryable(tree: Tree): boolean {
  if (!tree.rootNode.hasError) return true;
  const cursor: TreeCursor = tree.walk();
  try {
    let left = ERROR_NODES;
    for (;;) {
      const node = cursor.currentNode;
      if (node.hasError && node.childCount > ERROR_CHILDREN && (node.isError || node.parent === null)) return false;
      if ((left -= 1) < 0) return false;
      if (node.hasError && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return true;
    }
  } finally {
    cursor.delete();
  }
}

function matchOf({ captures }: QueryMatch): SyntaxMatch {
  return captures.map(({ name, node }) => ({
    name,
    start: node.startIndex,
    end: node.endIndex,
    line: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
  }));
}

/**
 * tree-sitter in WebAssembly. Nothing is loaded before the first text, and of grammars only those that are asked for.
 * Whatever breaks the runtime (it has a small stack of its own) costs one text: it is started anew for the next one.
 */
export function createTreeSitterParser({ files, log, elapsed = () => performance.now() }: TreeSitterOptions): CodeParser {
  let starting: Promise<Runtime> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const runtime = (): Promise<Runtime> => {
    starting ??= (async (): Promise<Runtime> => {
      const module = files.load();
      await module.Parser.init({ locateFile: (name) => path.join(files.folder, name) });
      return { module, parser: new module.Parser(), languages: new Map(), queries: new Map() };
    })();
    return starting;
  };

  const languageOf = async ({ module, languages }: Runtime, grammar: GrammarName): Promise<Language> => {
    const known = languages.get(grammar);
    if (known !== undefined) return known;
    const language = await module.Language.load(new Uint8Array(await readFile(files.grammar(grammar))));
    languages.set(grammar, language);
    return language;
  };

  const queryOf = ({ module, queries }: Runtime, language: Language, query: string): Query => {
    const known = queries.get(query);
    if (known !== undefined) return known;
    const made = new module.Query(language, query);
    queries.set(query, made);
    return made;
  };

  const readWith = (started: Runtime, language: Language, { query, text }: SyntaxRequest): SyntaxReading => {
    const compiled = queryOf(started, language, query);
    const { parser } = started;
    parser.setLanguage(language);
    const parsing = allowance(FREE_CALLS + text.length / CHARACTERS_A_CALL, elapsed);
    const tree = parser.parse(text, null, { progressCallback: parsing.spend });
    if (tree === null) {
      parser.reset();
      return FAILED;
    }
    try {
      if (parsing.isSpent() || !isQueryable(tree)) return FAILED;
      const querying = allowance(FREE_CALLS + text.length / QUERY_CHARACTERS_A_CALL, elapsed);
      const matches = compiled.matches(tree.rootNode, { progressCallback: querying.spend });
      return querying.isSpent() ? FAILED : { kind: 'read', matches: matches.map(matchOf), hasErrors: tree.rootNode.hasError };
    } finally {
      tree.delete();
    }
  };

  const read = async (request: SyntaxRequest): Promise<SyntaxReading> => {
    if (bracketDepthOf(request.text) > BRACKET_DEPTH) return FAILED;
    const started = await runtime();
    const language = await languageOf(started, request.grammar);
    try {
      return readWith(started, language, request);
    } catch (thrown) {
      log.warn(`The grammar ${request.grammar} broke on a text (${thrown instanceof Error ? thrown.message : String(thrown)}); the text is read by its lines.`);
      files.unload();
      starting = null;
      return FAILED;
    }
  };

  return {
    read: (request) => {
      // One at a time: the runtime has one parser, and one that broke must not be in use.
      const reading = last.then(() => read(request));
      last = reading.catch(() => undefined);
      return reading;
    },
    pause: createPace(),
  };
}

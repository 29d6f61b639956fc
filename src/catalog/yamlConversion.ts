import { isAlias, isMap, isScalar, isSeq, Scalar, type Alias, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { YamlEntry, YamlMapping, YamlSequence, YamlValue } from './yamlValue';

/** Something to tell about a line of a document. */
export interface LineRemark {
  readonly line: number;
  readonly message: string;
}

export interface Conversion {
  readonly value: YamlValue;
  readonly remarks: readonly LineRemark[];
  /** Line of the first key that is itself a mapping or sequence, as unquoted `{{ }}` reads; null when there is none. */
  readonly compositeKeyLine: number | null;
}

/** Entries one document may gain through merge keys; more is a bomb, not a catalog. */
const MERGED_ENTRIES_LIMIT = 100_000;

interface State {
  readonly lineAt: (offset: number) => number;
  readonly anchors: Map<string, YamlValue>;
  readonly remarks: LineRemark[];
  compositeKeyLine: number | null;
  mergedEntries: number;
}

/**
 * Turns a parsed node into values. An alias gives the very value its anchor has, so aliases of aliases
 * take no more room than they are written in; an alias inside its own anchor gives nothing.
 */
export function convertNode(node: Node | null, line: number, lineAt: (offset: number) => number): Conversion {
  const state: State = { lineAt, anchors: new Map(), remarks: [], compositeKeyLine: null, mergedEntries: 0 };
  const value = valueOf(node, line, state);
  return { value, remarks: state.remarks, compositeKeyLine: state.compositeKeyLine };
}

function valueOf(node: unknown, outerLine: number, state: State): YamlValue {
  const line = lineOf(node, outerLine, state);
  if (isAlias(node)) {
    return aliased(node, line, state);
  }
  const value = isMap(node)
    ? mappingOf(node, line, state)
    : isSeq(node)
      ? sequenceOf(node, line, state)
      : isScalar(node)
        ? ({ kind: 'text', text: String(node.value), line, plain: node.type === Scalar.PLAIN } as const)
        : ({ kind: 'nothing', line } as const);
  if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
    state.anchors.set(node.anchor, value);
  }
  return value;
}

function lineOf(node: unknown, outerLine: number, state: State): number {
  const range = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range : undefined;
  return range === undefined || range === null ? outerLine : state.lineAt(range[0]);
}

function aliased(node: Alias, line: number, state: State): YamlValue {
  const value = state.anchors.get(node.source);
  if (value === undefined) {
    state.remarks.push({ line, message: `The alias *${node.source} leads to no anchor above it; it is read as nothing.` });
    return { kind: 'nothing', line };
  }
  return value;
}

function sequenceOf(node: YAMLSeq, line: number, state: State): YamlSequence {
  return { kind: 'sequence', line, items: node.items.map((item) => valueOf(item, line, state)) };
}

function mappingOf(node: YAMLMap, line: number, state: State): YamlMapping {
  const entries = new Map<string, YamlEntry>();
  const merged: YamlValue[] = [];
  for (const pair of node.items) {
    const keyLine = lineOf(pair.key, line, state);
    if (!isScalar(pair.key)) {
      state.compositeKeyLine ??= keyLine;
      continue;
    }
    const key = String(pair.key.value);
    const value = valueOf(pair.value, keyLine, state);
    if (key === '<<' && pair.key.type === Scalar.PLAIN) {
      merged.push(value);
      continue;
    }
    if (entries.has(key)) {
      state.remarks.push({ line: keyLine, message: `The key "${key}" is written twice; the last one counts.` });
    }
    entries.set(key, { key, line: keyLine, value });
  }
  for (const value of merged) {
    mergeInto(entries, value, line, state);
  }
  return { kind: 'mapping', line, entries };
}

/** YAML's merge key (https://yaml.org/type/merge.html): what is written stays, the earlier of several sources wins. */
function mergeInto(entries: Map<string, YamlEntry>, value: YamlValue, line: number, state: State): void {
  const sources = value.kind === 'sequence' ? value.items : [value];
  for (const source of sources) {
    if (source.kind !== 'mapping') {
      state.remarks.push({ line, message: 'A merge key (<<) names something that is no mapping; it is left out.' });
      continue;
    }
    state.mergedEntries += source.entries.size;
    if (state.mergedEntries > MERGED_ENTRIES_LIMIT) {
      state.remarks.push({ line, message: 'Merge keys (<<) of this document add up to too many entries; the rest is left out.' });
      return;
    }
    for (const [key, entry] of source.entries) {
      if (!entries.has(key)) {
        entries.set(key, entry);
      }
    }
  }
}

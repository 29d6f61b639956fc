import { LineCounter, parseDocument, type YAMLParseError } from 'yaml';
import { FILE_BYTES } from '../contract/constants';
import type { FileNotice, RepositoryPath } from '../contract/model';
import { convertNode } from './yamlConversion';
import { isTooDeep } from './yamlDepth';
import type { YamlValue } from './yamlValue';

/** One document of a YAML file that could be read. */
export interface YamlDocument {
  readonly root: YamlValue;
  /** Line of the first thing it says. */
  readonly line: number;
}

export interface YamlReading {
  readonly documents: readonly YamlDocument[];
  readonly notices: readonly FileNotice[];
}

const TEMPLATE_MARK = /\{\{|\{%/;
const LOOKS_LIKE_A_TEMPLATE = 'This looks like a template that has yet to be filled in ({{ … }}), so it declares nothing.';

/** True when text holds marks of templating: `{{ … }}`, `{% … %}` or `${ … }`. */
export function hasTemplateMarks(text: string): boolean {
  return TEMPLATE_MARK.test(text) || text.includes('${');
}

/**
 * Reads every document of a YAML file. A document that cannot be read gives a notice with its line and
 * the others still count; so do empty ones, which give nothing. Takes time linear in the text.
 */
export function readYamlDocuments(path: RepositoryPath, text: string): YamlReading {
  if (text.length > FILE_BYTES) {
    return { documents: [], notices: [{ path, line: null, message: 'The file is larger than 1 MiB and is not read.' }] };
  }
  const readings = chunksOf(text).map((chunk) => readChunk(path, chunk));
  return {
    documents: readings.flatMap((reading) => reading.documents),
    notices: readings.flatMap((reading) => reading.notices),
  };
}

interface Chunk {
  readonly text: string;
  /** Lines of the file before this chunk. */
  readonly linesBefore: number;
}

/**
 * Cuts a file where YAML's document markers stand: `---` and `...` at the start of a line end a document
 * whatever came before, even inside an open quote (YAML 1.2.2, rule c-forbidden), so a document that
 * cannot be read does not take the next one with it.
 */
function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  let start = 0;
  const cut = (end: number): void => {
    chunks.push({ text: `${lines.slice(start, end).join('\n')}\n`, linesBefore: start });
    start = end;
  };
  lines.forEach((line, index) => {
    if (/^(---|\.\.\.)(\s|$)/.test(line) && index > start && !(line.startsWith('---') && onlyDirectives(lines, start, index))) {
      cut(index);
    }
  });
  cut(lines.length);
  return chunks.filter((chunk) => hasContent(chunk.text));
}

function onlyDirectives(lines: readonly string[], start: number, end: number): boolean {
  const written = lines.slice(start, end).filter((line) => !/^\s*(#|$|\.\.\.)/.test(line));
  return written.length > 0 && written.every((line) => line.startsWith('%'));
}

function hasContent(chunk: string): boolean {
  return chunk.split('\n').some((line) => !/^\s*(#|$)/.test(line) && !/^(---|\.\.\.)\s*(#|$)/.test(line));
}

function readChunk(path: RepositoryPath, chunk: Chunk): YamlReading {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + chunk.linesBefore;
  const failed = (line: number, message: string): YamlReading => ({ documents: [], notices: [{ path, line, message }] });
  const tooDeep = (): YamlReading => failed(chunk.linesBefore + 1, 'This document is nested too deeply to be read.');
  if (isTooDeep(chunk.text)) {
    return tooDeep();
  }
  try {
    // failsafe: every scalar stays text. Duplicate keys are found by the conversion, in linear time.
    const parsed = parseDocument(chunk.text, {
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter,
    });
    const [error] = parsed.errors;
    if (error !== undefined) {
      const isTemplate = TEMPLATE_MARK.test(withoutComments(chunk.text));
      // What is missing at the end is told of the last line written, not of the one after it.
      const line = lineAt(Math.min(error.pos[0], chunk.text.trimEnd().length));
      return failed(line, isTemplate ? LOOKS_LIKE_A_TEMPLATE : messageOf(error));
    }
    if (parsed.contents === null) {
      return { documents: [], notices: [] };
    }
    const first = lineAt(parsed.contents.range?.[0] ?? 0);
    const { value, remarks, compositeKeyLine } = convertNode(parsed.contents, first, lineAt);
    const notices = remarks.map((remark) => ({ path, line: remark.line, message: remark.message }));
    if (compositeKeyLine !== null && TEMPLATE_MARK.test(withoutComments(chunk.text))) {
      notices.push({ path, line: compositeKeyLine, message: LOOKS_LIKE_A_TEMPLATE });
    }
    return { documents: [{ root: value, line: first }], notices };
  } catch {
    // All the parser throws on text is a full stack.
    return tooDeep();
  }
}

function withoutComments(text: string): string {
  return text.replace(/^[ \t]*#.*$/gm, '');
}

function messageOf(error: YAMLParseError): string {
  if (error.code === 'TAB_AS_INDENT') {
    return 'A tab cannot indent YAML; use spaces. This document is left out.';
  }
  // A message may quote the file at any length.
  const [sentence = 'it cannot be parsed'] = error.message.slice(0, 160).split('\n');
  return `This document is not valid YAML and is left out: ${sentence.replace(/[.:]\s*$/, '')}.`;
}

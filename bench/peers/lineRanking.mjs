/** How an agent without an index reads what a search for words prints: lines, those with most of the question's words first. Pure. */

/** The distinct words of a question, lower-case, that are no stop words; all of them when nothing else is left. */
export function wordsOf(question, stopWords) {
  const all = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*/gu) ?? [])];
  const content = all.filter((word) => !stopWords.has(word));
  return content.length > 0 ? content : all;
}

/** Lines of `path:number:text`, as ripgrep prints them (a zero byte after the path). */
export function parseLines(output) {
  return output.split('\n').flatMap((line) => {
    const [, path, number, text] = /^([^\0]+)\0(\d+):(.*)$/s.exec(line) ?? [];
    return text === undefined ? [] : [{ path: path.replace(/^\.\//, ''), number: Number(number), text }];
  });
}

/** The first `limit` lines: by how many of the words they have, then by path and line. A row is one line. */
export function rankLines(lines, words, limit) {
  const scored = lines.map(({ path, number, text }) => {
    const lower = text.toLowerCase();
    return { path, number, words: words.filter((word) => lower.includes(word)).length };
  });
  scored.sort((one, other) => other.words - one.words || (one.path < other.path ? -1 : Number(one.path > other.path)) || one.number - other.number);
  return scored.slice(0, limit).map(({ path, number }) => ({ path, lines: { start: number, end: number } }));
}

/** A stretch of a notice: the only Markdown it is read for is code and what is strong. */
export interface NoticePart {
  readonly style: 'plain' | 'code' | 'strong';
  readonly text: string;
}

/** A run of backticks, what it encloses, and the same run again; or two stars around words. */
const MARKED = /(?<!`)(`+)(?!`)(?<code>[\s\S]+?)(?<!`)\1(?!`)|\*\*(?<strong>[^*\n]+)\*\*/g;

/** Code as Markdown has it: one space at both ends is there to part it from the backticks. */
const unpadded = (code: string): string => (/^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code);

/** A notice, which is Markdown, in parts that are shown as text. */
export function noticePartsOf(markdown: string): NoticePart[] {
  const parts: NoticePart[] = [];
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) parts.push({ style: 'plain', text: markdown.slice(from, to) });
  };
  for (const match of markdown.matchAll(MARKED)) {
    const { code, strong } = match.groups ?? {};
    plain(match.index);
    parts.push(code === undefined ? { style: 'strong', text: strong ?? '' } : { style: 'code', text: unpadded(code) });
    from = match.index + match[0].length;
  }
  plain(markdown.length);
  return parts;
}

/** A text and where its lines begin. */
export interface SourceText {
  readonly text: string;
  /** How many lines it has; a line break at the end begins no new one. */
  readonly lineCount: number;
  /** The 1-based line an offset lies in. */
  lineAt(offset: number): number;
  /** A line (1-based) without its line break; empty outside of the text. */
  line(number: number): string;
  /** Where a line (1-based) begins; the end of the text for those behind it. */
  startOf(number: number): number;
}

/** A text by its lines; they end at a line feed, with or without a carriage return before it. */
export function sourceTextOf(text: string): SourceText {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  const startOf = (number: number): number => starts[number - 1] ?? text.length;
  return {
    text,
    lineCount: starts.length,
    lineAt: (offset) => {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] as number) <= offset) low = middle;
        else high = middle - 1;
      }
      return low + 1;
    },
    line: (number) => (number < 1 ? '' : text.slice(startOf(number), startOf(number + 1)).replace(/\r?\n$/, '')),
    startOf,
  };
}

/** How text is dressed for a terminal; with `plain` nothing is added. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly warn: (text: string) => string;
}

const RESET = '\u001b[0m';

function sequence(code: string): (text: string) => string {
  return (text) => `\u001b[${code}m${text}${RESET}`;
}

const unchanged = (text: string): string => text;

/** Colours on a terminal that wants them; plain text everywhere else (`NO_COLOR` is honoured). */
export function paintFor(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Paint {
  const plain = stream.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return plain
    ? { bold: unchanged, dim: unchanged, accent: unchanged, warn: unchanged }
    : { bold: sequence('1'), dim: sequence('2'), accent: sequence('36'), warn: sequence('33') };
}

/** A bar of `value` out of `most`, `width` columns wide at `most`, to an eighth of a column. */
export function barOf(value: number, most: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, value / most)) * width * 8);
  const rest = eighths % 8;
  return '█'.repeat(Math.floor(eighths / 8)) + (rest === 0 ? '' : '▏▎▍▌▋▊▉'.charAt(rest - 1));
}

/** Breaks text into lines of at most `width` columns at spaces; a longer word keeps a line of its own. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const lines: string[] = [];
    let current = '';
    for (const word of line.trimStart().split(/ +/)) {
      if (current !== '' && indent.length + current.length + 1 + word.length > width) {
        lines.push(indent + current);
        current = word;
      } else {
        current = current === '' ? word : `${current} ${word}`;
      }
    }
    return [...lines, indent + current];
  });
}

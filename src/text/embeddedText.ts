/**
 * The text whose vector is a passage's meaning: its heading path, which begins with the document's title,
 * joined by ` > `, a line break, and its text (ranking contract, version 1).
 */
export function embeddedTextOf(title: string, headings: readonly string[], text: string): string {
  return `${[title, ...headings].join(' > ')}\n${text}`;
}

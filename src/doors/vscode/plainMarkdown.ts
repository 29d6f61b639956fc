/** Text of files as Markdown that shows it and does nothing else. */
export function plainMarkdown(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()<>#+!|~&-]/g, '\\$&');
}

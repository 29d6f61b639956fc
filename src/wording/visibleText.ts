/** Characters that change the order in which text is read, hide it, or are no text: bidirectional and other controls, tag characters, invisible ones. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A text as it is, with what nobody would see in it shown by its number: a name or a path cannot look like another one. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/\s+/g, ' '));
}

/** An ANSI escape sequence: CSI, OSC (ended by BEL or ST, or by the line: what follows is not hidden), or a two-character escape. */
const ANSI_SEQUENCE = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\-_]?/g;

/** Control characters other than tab and line feed; C1 controls. */
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Characters that make text read in another order, or hide it: bidirectional controls and tag characters. */
const BIDIRECTIONAL_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;

/**
 * A file's text as it may be shown in a terminal or handed to a language model: without escape
 * sequences, control characters and bidirectional overrides. Carriage returns before a line feed go;
 * tabs and line feeds stay.
 */
export function harmlessText(text: string): string {
  return text.replace(ANSI_SEQUENCE, '').replace(CONTROL_CHARACTER, '').replace(BIDIRECTIONAL_CONTROL, '');
}

/** The same on one line: every run of white space becomes one space. */
export function harmlessLine(text: string): string {
  return harmlessText(text).replace(/\s+/g, ' ').trim();
}

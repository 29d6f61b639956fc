import { createGrowableBytes, type GrowableBytes } from './growableBytes';

/*
 * How a passage's wording lies in a segment: the number of its headings, of each its length in bytes and itself, then the
 * text up to the end; strings in UTF-8, numbers as LEB128. Strings that UTF-8 does not carry (lone surrogates) make it JSON
 * `[…headings, text]` behind the number JSON_MARK.
 */

/** More headings than a passage can have. */
const JSON_MARK = 0x7fffffff;
const NO_HEADINGS = Uint8Array.of(0);

/** Appends passages' wordings. Those of one section, which share their list of headings, cost least one after the other. */
export function createPassageTexts(into: GrowableBytes): (headings: readonly string[], text: string) => void {
  let path: readonly string[] = [];
  /** What stands before the texts of that path; null where it has to be JSON. */
  let front: Uint8Array | null = NO_HEADINGS;
  return (headings, text) => {
    if (headings !== path) [path, front] = [headings, frontOf(headings)];
    if (front === null || !text.isWellFormed()) {
      into.numbers(Uint32Array.of(JSON_MARK));
      into.text(JSON.stringify([...headings, text]));
    } else {
      into.bytes(front);
      into.text(text);
    }
  };
}

function frontOf(headings: readonly string[]): Uint8Array | null {
  if (headings.length === 0) return NO_HEADINGS;
  if (!headings.every((heading) => heading.isWellFormed())) return null;
  const front = createGrowableBytes(256);
  front.numbers(Uint32Array.of(headings.length));
  for (const heading of headings) {
    front.numbers(Uint32Array.of(Buffer.byteLength(heading, 'utf8')));
    front.text(heading);
  }
  return front.written();
}

/**
 * The wording of a passage from its bytes.
 * @throws RangeError where they end too early.
 */
export function passageTextOf(bytes: Uint8Array): { readonly headings: readonly string[]; readonly text: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = buffer[at];
      if (byte === undefined) throw new RangeError('The bytes of a passage end too early.');
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const count = number();
  if (count === JSON_MARK) {
    const strings = JSON.parse(buffer.toString('utf8', at)) as string[];
    return { headings: strings.slice(0, -1), text: strings.at(-1)! };
  }
  const headings: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = number();
    headings.push(buffer.toString('utf8', at, at + length));
    at += length;
  }
  return { headings, text: buffer.toString('utf8', at) };
}

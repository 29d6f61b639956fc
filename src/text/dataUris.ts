/** An inline data URI longer than this (UTF-16 units) keeps its head and loses its payload. */
export const DATA_URI_LIMIT = 256;

const ELLIPSIS = '…';
const base64Mark = /;base64,/gi;
const payloadPattern = /[A-Za-z0-9+/=_%-]*/y;
const headEnds = /data:[^\s"'()<>,]*$/i;
// A media type with its parameters; longer heads are no data URIs that people write.
const HEAD_LIMIT = 200;

/**
 * The text with the payload of every long base64 `data:` URI replaced by `…`: such a payload is an
 * image or a font, no words. Line ends stay, so every line keeps its number.
 */
export function withoutDataUris(text: string): string {
  let kept = '';
  let keptTo = 0;
  for (const match of text.matchAll(base64Mark)) {
    const payloadStart = match.index + match[0].length;
    const headLength = dataUriHeadLength(text, keptTo, match.index);
    if (headLength === 0) continue;
    const payloadEnd = payloadEndOf(text, payloadStart);
    const length = headLength + match[0].length + payloadEnd - payloadStart;
    if (length <= DATA_URI_LIMIT) continue;
    kept += text.slice(keptTo, payloadStart) + ELLIPSIS;
    keptTo = payloadEnd;
  }
  return keptTo === 0 ? text : kept + text.slice(keptTo);
}

/** How many units before `end` belong to a `data:` head; 0 when there is none. */
function dataUriHeadLength(text: string, from: number, end: number): number {
  const head = headEnds.exec(text.slice(Math.max(from, end - HEAD_LIMIT), end));
  return head === null ? 0 : head[0].length;
}

function payloadEndOf(text: string, start: number): number {
  payloadPattern.lastIndex = start;
  payloadPattern.test(text);
  return payloadPattern.lastIndex;
}

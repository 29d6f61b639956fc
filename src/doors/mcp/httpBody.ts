import type { IncomingMessage } from 'node:http';
import { type Refusal, refusalOf } from './httpGuard';

/** What a request brought, or why it is refused. */
export type BodyReading = { readonly value: unknown } | { readonly refusal: Refusal };

const tooLarge = (most: number): Refusal => refusalOf(413, `A request may have ${most.toLocaleString('en')} bytes at most.`);
const busy = (): Refusal => refusalOf(503, 'Too much is being sent at once; try again in a moment.', { 'retry-after': '1' });
const noJson = (): Refusal => refusalOf(400, 'The body of a request must be JSON in UTF-8.');

function valueOf(bytes: Buffer): BodyReading {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return { refusal: noJson() };
  }
}

/**
 * Reads the body of a request as JSON. One that is announced as larger than `most` bytes is not read at
 * all; one that turns out to be is read no further. Rejects when the request breaks off.
 * @param reserve asks for room for so many more bytes; false when there is none.
 * @param goAhead is called before anything is read.
 */
export async function readJsonBody(
  request: IncomingMessage,
  most: number,
  reserve: (bytes: number) => boolean,
  goAhead: () => void,
): Promise<BodyReading> {
  if (Number(request.headers['content-length'] ?? 0) > most) return { refusal: tooLarge(most) };
  goAhead();
  const chunks: Buffer[] = [];
  let received = 0;
  // Not destroyed when left early: the refusal still goes out through the same socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > most) return { refusal: tooLarge(most) };
    if (!reserve(chunk.length)) return { refusal: busy() };
    chunks.push(chunk);
  }
  return valueOf(Buffer.concat(chunks, received));
}

import { StringDecoder } from 'node:string_decoder';

/** Cuts output at its NUL bytes: yields the tokens each chunk completes, at last an unfinished one. */
export async function* nulSeparated(output: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of output) {
    const tokens = (rest + decoder.write(chunk)).split('\0');
    rest = tokens.pop() ?? '';
    yield tokens;
  }
  rest += decoder.end();
  if (rest !== '') yield [rest];
}

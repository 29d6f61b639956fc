/** What tests in TypeScript use of `chunkLines.mjs`. */
export function linesOfChunk(text: string, chunk: string): { start: number; end: number } | null;

/** What benchmarks in TypeScript use of `support.mjs`. */
export function freshHome(): string;
export function requireBuild(): void;
export function sharedFile(name: string): string;
export function table(rows: readonly (readonly unknown[])[]): string;
export function startCore(
  folder: string,
  home: string,
  embeddings?: boolean,
): { call(method: string, ...parameters: readonly unknown[]): Promise<unknown>; end(): Promise<void> };

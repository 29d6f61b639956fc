/** A memory of WebAssembly; growing takes it away from all views of it. */
export interface GrowableMemory {
  readonly buffer: ArrayBuffer;
  /** By so many pages of 64 KiB. @throws RangeError when there is no more memory. */
  grow(pages: number): number;
}

/** The part of JavaScript's WebAssembly that is used here. */
export interface WebAssemblyHost {
  readonly Memory: new (description: { initial: number }) => GrowableMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** What is made with WebAssembly; null where that, or an instruction it takes, is missing or forbidden. */
export function withWebAssembly<Made>(make: (host: WebAssemblyHost) => Made): Made | null {
  const host = (globalThis as { readonly WebAssembly?: WebAssemblyHost }).WebAssembly;
  if (host === undefined) return null;
  try {
    return make(host);
  } catch {
    return null;
  }
}

/** A file of the extension in a VSIX. */
export interface VsixEntry {
  /** Below the extension's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** What it takes in the package. */
  readonly packedBytes: number;
  readonly crc32: number;
}

export interface VsixPart {
  readonly part: string;
  readonly bytes: number;
  readonly packedBytes: number;
}

export function entriesOf(vsix: string): Promise<VsixEntry[]>;
export function unpack(vsix: string, folder: string): Promise<void>;
export function partsOf(entries: readonly VsixEntry[]): VsixPart[];
export function partsTable(parts: readonly VsixPart[]): string;
export function megabytes(bytes: number): string;

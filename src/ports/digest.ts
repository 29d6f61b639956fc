/** Digests of bytes; what they are for is decided by the caller. */
export interface Digest {
  /** Lower-case hex sha256 of bytes, or of a text's UTF-8. */
  sha256(data: Uint8Array | string): string;
  /**
   * The git blob ids a file's bytes may have: as they are, and, where they hold CRLF line ends, with
   * LF in their place (what git stores when it converts line ends).
   */
  blobIds(bytes: Uint8Array, objectFormat: 'sha1' | 'sha256'): string[];
}

/** What a developer of the product may want to see; people are told through notices and status instead. */
export interface Log {
  debug(message: string): void;
  warn(message: string): void;
}

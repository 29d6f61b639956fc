import { readStart, removeFile, writeWhole } from './store/cacheFiles';

const NAME = 'mcp-port.json';
const LARGEST = 1024;

/** The port the MCP server listened on last. */
export interface PortMemory {
  /** Null when there was none. */
  read(): Promise<number | null>;
  /** Not being able to keep it is no fault: another port is used next time. */
  write(port: number): Promise<void>;
  /** False when it could not be removed. */
  clear(): Promise<boolean>;
}

/** Keeps the port in a small file of the cache folder. */
export function portMemory(folder: string): PortMemory {
  return {
    read: async () => {
      const reading = await readStart(folder, NAME, (size) => Math.min(size, LARGEST));
      if (!('bytes' in reading)) return null;
      try {
        const value: unknown = JSON.parse(new TextDecoder().decode(reading.bytes));
        const port = typeof value === 'object' && value !== null && 'port' in value ? value.port : null;
        return Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536 ? Number(port) : null;
      } catch {
        return null;
      }
    },
    write: async (port) => {
      await writeWhole(folder, NAME, new TextEncoder().encode(`${JSON.stringify({ port })}\n`)).catch(() => undefined);
    },
    clear: () => removeFile(folder, NAME),
  };
}

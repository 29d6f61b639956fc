import process from 'node:process';
import type { EmbedderRuntime } from '../ports/embedder';
import { readStart, removeFile, writeWhole } from './store/cacheFiles';

const NAME = 'embedding-runtime.json';
const LARGEST = 16_384;
/** The editor, the command line, and their versions over the years. */
const MOST_KEPT = 32;

/** Where a crash was seen: anything else here may behave otherwise. */
export interface RuntimeCircumstances {
  /** Version of the product. */
  readonly product: string;
  /** What runs JavaScript, and its version: `node 20.20.2`, `electron 37.3.1`. */
  readonly host: string;
  /** System and processor: `linux-x64`. */
  readonly platform: string;
}

/** Whether the native embedding runtime may be tried. */
export interface RuntimeMemory {
  /** What to begin with: `wasm` where the native runtime was distrusted under the same circumstances. */
  read(): Promise<EmbedderRuntime>;
  /** Not being able to keep it is no fault: the native runtime is tried again next time. */
  distrustNative(): Promise<void>;
  /** Forgets what was distrusted under any circumstances; false when that could not be done. */
  clear(): Promise<boolean>;
}

/** The circumstances of this process. @param product version of the product. */
export function circumstancesOf(product: string): RuntimeCircumstances {
  const { electron, node } = process.versions;
  return {
    product,
    host: electron === undefined ? `node ${node}` : `electron ${electron}`,
    platform: `${process.platform}-${process.arch}`,
  };
}

/** Keeps what is distrusted in a small file of the cache folder, which all processes share. */
export function runtimeMemory(folder: string, circumstances: RuntimeCircumstances): RuntimeMemory {
  const key = `${circumstances.product} ${circumstances.host} ${circumstances.platform}`;
  return {
    read: async () => ((await distrustedIn(folder)).includes(key) ? 'wasm' : 'native'),
    distrustNative: async () => {
      const others = (await distrustedIn(folder)).filter((one) => one !== key);
      const distrusted = [...others, key].slice(-MOST_KEPT);
      const text = `${JSON.stringify({ distrusted }, null, 1)}\n`;
      await writeWhole(folder, NAME, new TextEncoder().encode(text)).catch(() => undefined);
    },
    clear: () => removeFile(folder, NAME),
  };
}

async function distrustedIn(folder: string): Promise<readonly string[]> {
  const reading = await readStart(folder, NAME, (size) => Math.min(size, LARGEST));
  if (!('bytes' in reading)) return [];
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(reading.bytes));
    const distrusted = typeof value === 'object' && value !== null && 'distrusted' in value ? value.distrusted : [];
    return Array.isArray(distrusted) ? distrusted.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

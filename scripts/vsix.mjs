/** What a VSIX, which is a ZIP, consists of. */
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';

/** Where the extension lies in a VSIX. */
const ROOT = 'extension/';
const PARTS = [
  { part: 'embedding model, weights', holds: /^media\/models\/.*\.onnx$/ },
  { part: 'embedding model, tokenizer and licence', holds: /^media\/models\// },
  { part: 'embedding runtime, WebAssembly', holds: /^dist\/onnxruntime\/.*\.wasm$/ },
  { part: 'embedding runtime, native', holds: /^dist\/onnxruntime\// },
  { part: 'embedding process', holds: /^dist\/embedder\.js$/ },
  { part: 'tree-sitter and its grammars', holds: /^dist\/grammars\// },
  { part: 'SQLite', holds: /^dist\/sql-wasm\.wasm$/ },
  { part: 'extension, command line, MCP, panel', holds: /^dist\// },
  { part: 'manifest, documents, icons', holds: /^/ },
];

/**
 * The files of the extension in a VSIX, in their order there: their path, their size and what they take in the
 * package (bytes), and the checksum (crc32) of their content.
 */
export async function entriesOf(vsix) {
  const entries = [];
  await forEachFile(vsix, ({ uncompressedSize, compressedSize, crc32 }, name) => {
    entries.push({ path: name, bytes: uncompressedSize, packedBytes: compressedSize, crc32 });
  });
  return entries;
}

/** Writes the files of the extension into a folder, as an editor that installs it would. */
export async function unpack(vsix, folder) {
  await forEachFile(vsix, async (entry, name, zip) => {
    const target = path.resolve(folder, name);
    if (!target.startsWith(path.resolve(folder) + path.sep)) throw new Error(`${name} lies outside of the package`);
    mkdirSync(path.dirname(target), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
  });
}

/** The parts of a package, largest first: bytes on disk and in the package. */
export function partsOf(entries) {
  const parts = new Map();
  for (const { path: name, bytes, packedBytes } of entries) {
    const { part } = PARTS.find(({ holds }) => holds.test(name));
    const sum = parts.get(part) ?? { part, bytes: 0, packedBytes: 0 };
    parts.set(part, { part, bytes: sum.bytes + bytes, packedBytes: sum.packedBytes + packedBytes });
  }
  return [...parts.values()].sort((one, other) => other.packedBytes - one.packedBytes);
}

/** The parts as lines for people, in megabytes. */
export function partsTable(parts) {
  const total = parts.reduce(
    (sum, one) => ({ part: 'all', bytes: sum.bytes + one.bytes, packedBytes: sum.packedBytes + one.packedBytes }),
    { bytes: 0, packedBytes: 0 },
  );
  const widest = Math.max(...parts.map(({ part }) => part.length));
  const line = (part, packed, unpacked) => `  ${part.padEnd(widest)}  ${packed.padStart(8)}  ${unpacked.padStart(8)}\n`;
  const rows = [...parts, total].map(({ part, bytes, packedBytes }) => line(part, megabytes(packedBytes), megabytes(bytes)));
  return [line('', 'packed', 'on disk'), ...rows].join('');
}

/** Bytes as megabytes (10^6). */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

async function forEachFile(vsix, handle) {
  const zip = await openPromise(vsix, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (fileName.startsWith(ROOT) && !fileName.endsWith('/')) await handle(entry, fileName.slice(ROOT.length), zip);
    }
  } finally {
    zip.close();
  }
}

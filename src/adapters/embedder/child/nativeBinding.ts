import path from 'node:path';
import process from 'node:process';

/** Beside the bundle lie the native files of one platform; webpack puts this module in place of the library's own. */
const file = path.join(__dirname, 'onnxruntime', 'onnxruntime_binding.node');
const loaded: { exports: unknown } = { exports: {} };
process.dlopen(loaded, file);

/** What `onnxruntime-node` calls its binding. */
export const binding: unknown = loaded.exports;

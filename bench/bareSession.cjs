/**
 * The bare ONNX session for bench/embedding.ts, in a process of its own: texts are tokenized first, then
 * `run` on one text a call and nothing else is timed. Default session options, the embedder's priority.
 */
const { readFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const ort = require('onnxruntime-node');

os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const MODELS = path.join(__dirname, '..', 'media', 'models');
const MODEL = 'Xenova/all-MiniLM-L6-v2';

const ready = (async () => {
  const { AutoTokenizer, env } = await import('@xenova/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = MODELS;
  const tokenizer = await AutoTokenizer.from_pretrained(MODEL, { local_files_only: true });
  const session = await ort.InferenceSession.create(readFileSync(path.join(MODELS, MODEL, 'onnx', 'model_quantized.onnx')));
  return { tokenizer, session };
})();

process.on('message', async (texts) => {
  const { tokenizer, session } = await ready;
  const feeds = texts.map((text) => {
    const { input_ids: ids } = tokenizer(text, { return_tensor: false, truncation: true });
    const tensor = (numbers) => new ort.Tensor('int64', numbers, [1, ids.length]);
    return {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
  });
  const started = performance.now();
  for (const feed of feeds) await session.run(feed);
  process.send(performance.now() - started);
});
process.on('disconnect', () => process.exit());

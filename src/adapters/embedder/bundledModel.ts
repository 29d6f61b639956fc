import path from 'node:path';
import type { ModelFolder } from './modelFolder';

/** The model that is part of the product, with the checksums media/models/README.md lists. */
export const BUNDLED_MODEL = {
  id: 'Xenova/all-MiniLM-L6-v2',
  dimensions: 384,
  pooling: 'mean',
  maxTokens: 512,
  weights: 'onnx/model_quantized.onnx',
  files: [
    { path: 'config.json', sha256: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41' },
    { path: 'special_tokens_map.json', sha256: '303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3' },
    { path: 'tokenizer.json', sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037' },
    { path: 'tokenizer_config.json', sha256: 'acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b' },
    { path: 'onnx/model_quantized.onnx', sha256: '8e351b4248dfede7c1cd94b2930dab1b7cbffd87a4c61ac273d30f96b5c4657f' },
  ],
} as const;

/**
 * The model of the product.
 * @param modelsFolder `media/models` of the installed product.
 */
export function bundledModel(modelsFolder: string): ModelFolder {
  return { ...BUNDLED_MODEL, folder: path.join(modelsFolder, ...BUNDLED_MODEL.id.split('/')) };
}

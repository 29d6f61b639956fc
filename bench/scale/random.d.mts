export function randomNumbers(seed: number): () => number;
export function shuffled<Element>(elements: readonly Element[], seed: number): Element[];

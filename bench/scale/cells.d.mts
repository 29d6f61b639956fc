export function scaleCells(
  measured: readonly { readonly size: number; readonly figures: Readonly<Record<string, number>>; readonly counts: Readonly<Record<string, number>> }[],
): string[][];

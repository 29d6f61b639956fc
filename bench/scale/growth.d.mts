import type { Panel } from './picture.mjs';
export function growthPanels(
  measured: readonly { readonly figures: Readonly<Record<string, number>>; readonly counts: Readonly<Record<string, number>> }[],
): Panel[];

export function limitCells(
  limits: readonly { readonly label: string; readonly ours: number; readonly floor: number; readonly floorLabel: string; readonly goal?: number }[],
): string[][];

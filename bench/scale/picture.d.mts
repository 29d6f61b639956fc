export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly { readonly name: string; readonly points: readonly { readonly x: number; readonly y: number }[] }[];
  readonly goal?: { readonly name: string; readonly x: number; readonly y: number };
}
export function growthPicture(growth: { title: string; subtitle: string; xName: string; panels: readonly Panel[] }): string;
export function decadesOf(numbers: readonly number[]): { readonly from: number; readonly to: number };
export function axisLabel(value: number): string;

export interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}
export interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}
export function moduleLookup(bundle: string): (line: number) => string | null;
export function phasesOf(profile: Profile, phaseOf: (frame: Frame) => string | null): [phase: string, milliseconds: number][];
export function phaseLookup(
  phases: readonly (readonly [phase: string, names: readonly string[]])[],
  moduleOf: (frame: Frame) => string | null,
): (frame: Frame) => string | null;

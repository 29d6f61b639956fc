import type { LastFigures } from './readmeTable.mjs';

/** What tests use of `run.mjs`. */
export function chosenParts(own: readonly string[]): readonly { readonly name: string }[];
export function lastFigures(): LastFigures;

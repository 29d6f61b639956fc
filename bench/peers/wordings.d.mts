/** What tests in TypeScript use of `wordings.mjs`. */
export const WARM_UP: number;
export function otherWordings(question: string, turn: number): string;

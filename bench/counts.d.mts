/** What tests use of `counts.mjs`. */
export function isCountAbsent(measured: Readonly<Record<string, number>>): (name: string) => boolean;

export function holdLock(file: string): (() => void) | null;

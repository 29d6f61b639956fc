export function scanModuleText(): Promise<string>;

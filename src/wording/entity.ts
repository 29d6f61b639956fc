/** An entity ref as people say it: the namespace `default` is left out. */
export const entityLabelOf = (ref: string): string => ref.replace(/^([^:/]+):default\//, '$1:');

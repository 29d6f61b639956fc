/** A part of the panel that is loaded when it is first needed. */
export interface LatePart<Part> {
  /** Null until it is loaded. */
  current(): Part | null;
  /** Loads it once; after a failure the next call tries again. */
  load(): Promise<Part>;
}

/** A part that `load` loads. */
export function latePart<Part>(load: () => Promise<Part>): LatePart<Part> {
  let part: Part | null = null;
  let loading: Promise<Part> | null = null;
  return {
    current: () => part,
    load: () => {
      loading ??= load().then(
        (loaded) => (part = loaded),
        (thrown: unknown) => {
          loading = null;
          throw thrown;
        },
      );
      return loading;
    },
  };
}

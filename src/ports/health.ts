/** Whether the core can answer, and news of it. */
export interface Health {
  healthy(): boolean;
  /** Calls back after every change; returns how to stop that. */
  onChange(listener: () => void): () => void;
}

/** A health that its owner sets. */
export interface HealthSwitch extends Health {
  /** Listeners are told only when this changes anything. */
  set(healthy: boolean): void;
}

/** A health that starts as given. */
export function createHealth(healthy: boolean): HealthSwitch {
  const listeners = new Set<() => void>();
  let current = healthy;
  return {
    healthy: () => current,
    onChange: (listener) => {
      // Wrapped, so that one function may listen twice and stop once.
      const heard = (): void => listener();
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    set: (next) => {
      if (next === current) return;
      current = next;
      for (const heard of [...listeners]) heard();
    },
  };
}

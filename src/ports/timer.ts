/** Does things later. What waits for a timer keeps no program running. */
export interface Timer {
  /** Runs `work` once after so many milliseconds; what is returned calls it off. */
  after(milliseconds: number, work: () => void): () => void;
}

/** What is promised, or null when it does not come within so many milliseconds; what it comes to then nobody is told. */
export async function withinTime<Value>(timer: Timer, milliseconds: number, promised: Promise<Value>): Promise<Value | null> {
  let callOff = (): void => undefined;
  const late = new Promise<null>((resolve) => {
    callOff = timer.after(milliseconds, () => resolve(null));
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    callOff();
  }
}

/** So much of something as may be in use at once. */
export interface Allowance {
  /** Takes that much; false, and nothing taken, when there is not so much left. */
  take(amount: number): boolean;
  /** Gives back what was taken. */
  give(amount: number): void;
}

/** An allowance of `most`, all of it free. */
export function allowanceOf(most: number): Allowance {
  let used = 0;
  return {
    take: (amount) => {
      if (used + amount > most) return false;
      used += amount;
      return true;
    },
    give: (amount) => {
      used -= amount;
    },
  };
}

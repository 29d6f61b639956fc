/** Does things later. What waits for a timer keeps no program running. */
export interface Timer {
  /** Runs `work` once after so many milliseconds; what is returned calls it off. */
  after(milliseconds: number, work: () => void): () => void;
}

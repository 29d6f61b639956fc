/** What feeds the machine. */
export interface Power {
  /**
   * True while the machine runs on its battery, so that work which can wait had better wait. At most a minute
   * old; false where it cannot be told. Never rejects and takes at most a second.
   */
  onBattery(): Promise<boolean>;
}

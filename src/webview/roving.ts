/** Where a key leads among `count` things in a row of which the one at `at` has the focus; null for keys that lead nowhere. */
export function stepOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * Makes a row of things one stop of the Tab key, with arrow keys between them, as the ARIA practices want it.
 * @param onStep is told where an arrow key led, before the focus moves there.
 */
export function makeRoving(row: HTMLElement, things: readonly HTMLElement[], onStep: (index: number) => void = () => undefined): void {
  const stopAt = (index: number): void =>
    things.forEach((thing, at) => {
      thing.tabIndex = at === index ? 0 : -1;
    });
  stopAt(0);
  row.addEventListener('focusin', (event) => {
    const at = things.findIndex((thing) => thing === event.target);
    if (at >= 0) stopAt(at);
  });
  row.addEventListener('keydown', (event) => {
    const at = things.findIndex((thing) => thing === event.target);
    const step = at < 0 ? null : stepOf(event.key, at, things.length);
    if (step === null) return;
    event.preventDefault();
    onStep(step);
    things[step]?.focus();
  });
}

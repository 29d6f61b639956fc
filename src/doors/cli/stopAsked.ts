/** Resolves when a person or the system asks the program to end. */
export function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

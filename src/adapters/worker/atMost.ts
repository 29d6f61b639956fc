/** Ends with `work`, whatever becomes of it, or after some time (milliseconds). */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timeout: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timeout = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => undefined), patience]);
  clearTimeout(timeout);
}

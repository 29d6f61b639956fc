/** Waits until `probe` gives something truthy and returns it; after `seconds` throws, saying what was waited for. */
export const until = async (what, probe, { seconds = 30, everyMs = 100 } = {}) => {
  const end = Date.now() + seconds * 1000;
  let lastError = null;
  while (Date.now() < end) {
    try {
      const value = await probe();
      if (value) return value;
      lastError = null;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`Waited ${seconds} s for ${what}${lastError ? ` (last: ${lastError.message})` : ''}`);
};

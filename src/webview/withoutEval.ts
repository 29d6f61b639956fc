import * as z from 'zod/mini';

/** The schemas would try whether code may be made of strings; the policy of the page forbids it, and reports whoever tries. */
z.config({ jitless: true });

/** So it is with WebAssembly, which terms are found by elsewhere (text/termScan): without it they are found in JavaScript. */
Reflect.deleteProperty(globalThis, 'WebAssembly');

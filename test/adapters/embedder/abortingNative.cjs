// Required before anything else: a native runtime that really dies (abort, as its own code would), as it is loaded or
// with the first text after the one it is tried on. Every load of it leaves a letter in a file.
const { appendFileSync } = require('node:fs');

const { WORKSPACE_CONTEXT_TEST_NATIVE_DIES: when, WORKSPACE_CONTEXT_TEST_NATIVE_LOADS: loads } = process.env;
const load = process.dlopen;
process.dlopen = function (module, file, ...rest) {
  if (!String(file).endsWith('onnxruntime_binding.node')) return load.call(process, module, file, ...rest);
  appendFileSync(loads, 'x');
  if (when === 'loading') process.abort();
  load.call(process, module, file, ...rest);
  const { InferenceSession } = module.exports;
  let runs = 0;
  // The class of native code is sealed.
  class DyingSession extends InferenceSession {
    run(...given) {
      runs += 1;
      if (runs > 1) process.abort();
      return super.run(...given);
    }
  }
  module.exports = { ...module.exports, InferenceSession: DyingSession };
};

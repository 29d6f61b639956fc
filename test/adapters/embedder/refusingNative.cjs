// Required before anything else: a native runtime that loads and then refuses its work with an error, as one does
// whose host allows it no memory of its own (Electron's "External buffers are not allowed").
const load = process.dlopen;
process.dlopen = function (module, file, ...rest) {
  load.call(process, module, file, ...rest);
  if (!String(file).endsWith('onnxruntime_binding.node')) return;
  // The class of native code is sealed.
  class RefusingSession extends module.exports.InferenceSession {
    run() {
      throw new Error('External buffers are not allowed');
    }
  }
  module.exports = { ...module.exports, InferenceSession: RefusingSession };
};

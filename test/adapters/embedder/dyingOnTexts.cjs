// The embedder's process, taken down by certain texts: "poison" always, "native poison" by the native runtime only.
let runtime = null;
process.on('message', (request) => {
  if (request.kind === 'load') runtime = request.runtime;
  if (request.kind !== 'embed') return;
  if (request.text === 'poison' || (request.text === 'native poison' && runtime === 'native')) {
    process.kill(process.pid, 'SIGKILL');
  }
});
require('../../../dist/embedder.js');

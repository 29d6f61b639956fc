// The embedder's process on a system where the native runtime takes the process down as soon as it is loaded.
process.on('message', (request) => {
  if (request.kind === 'load' && request.runtime === 'native') process.kill(process.pid, 'SIGKILL');
});
require('../../../dist/embedder.js');

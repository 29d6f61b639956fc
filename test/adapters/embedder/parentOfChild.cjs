// Starts the embedder's process, from a worker thread when asked to, says so and waits. File descriptor 3 is
// handed on to that process alone: whoever reads from it sees when it ends.
const { fork } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { Worker, isMainThread, parentPort } = require('node:worker_threads');

const startChild = () => {
  fork(path.join(__dirname, '../../../dist/embedder.js'), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 3],
  });
  fs.closeSync(3);
};
const started = () => process.stdout.write('started\n');
const wait = () => setInterval(() => undefined, 1000);

if (!isMainThread) {
  startChild();
  parentPort.postMessage('started');
} else if (process.argv[2] === 'worker') {
  const worker = new Worker(__filename);
  worker.once('message', started);
  process.stdin.once('data', () => void worker.terminate());
} else {
  startChild();
  started();
}
wait();

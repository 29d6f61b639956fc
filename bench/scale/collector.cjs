/**
 * Loaded into every thread of a measured process (`node --expose-gc --require`): collects garbage when it is asked to on the
 * channel, so that the memory told afterwards is what is in use.
 */
const { BroadcastChannel } = require('node:worker_threads');

const channel = new BroadcastChannel('workspace-context-bench');
channel.onmessage = ({ data }) => {
  // Node 20 crashes now and then where a thread is ended that still has a channel.
  if (data === 'leave') channel.close();
  if (data !== 'collect') return;
  globalThis.gc();
  channel.postMessage('collected');
};
channel.unref();

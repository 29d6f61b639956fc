/**
 * Required before anything else, in every process and thread (`NODE_OPTIONS`): whatever would reach another machine,
 * or find its address, is refused and noted in the folder WORKSPACE_CONTEXT_TEST_NETWORK, a file for each process, a line for
 * each event: `runs <script>` (or `a thread`), `listens <address>`, `NETWORK <call>`.
 */
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

const folder = process.env.WORKSPACE_CONTEXT_TEST_NETWORK;
const note = (line) => appendFileSync(path.join(folder, `${process.pid}.log`), `${line}\n`);

const trap = (owner, names, called = (name) => name, allowed = () => false) => {
  for (const name of names) {
    const original = owner?.[name];
    if (typeof original !== 'function') continue;
    const trapped = function (...given) {
      if (allowed(...given)) return Reflect.apply(original, this, given);
      note(`NETWORK ${called(name)}`);
      throw new Error(`the network is trapped: ${called(name)}`);
    };
    Object.defineProperty(owner, name, { value: trapped, configurable: true, writable: true });
  }
};
const within = (module) => (name) => `${module}.${name}`;

for (const name of ['http', 'https']) trap(require(name), ['request', 'get'], within(name));
trap(require('http2'), ['connect'], within('http2'));
trap(net, ['connect', 'createConnection'], within('net'));
trap(net.Socket.prototype, ['connect'], within('Socket'));
trap(require('tls'), ['connect'], within('tls'));
trap(require('dgram'), ['createSocket'], within('dgram'));
const dns = require('dns');
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  const names = Reflect.ownKeys(owner).filter((name) => /^(lookup|resolve|reverse)/.test(String(name)));
  // A server that listens has its own address "looked up", which asks nobody.
  trap(owner, names, within('dns'), (host) => net.isIP(host) !== 0 && owner === dns);
}
trap(globalThis, ['fetch', 'WebSocket', 'EventSource']);

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...given) {
  this.once('listening', () => {
    const address = this.address();
    note(`listens ${typeof address === 'string' ? address : address?.address}`);
  });
  return Reflect.apply(listen, this, given);
};

note(`runs ${isMainThread ? path.basename(process.argv[1] ?? 'a text') : 'a thread'}`);

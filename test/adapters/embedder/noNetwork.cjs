// Required before anything else: whatever would reach another machine, or find its address, ends the process.
const refuse = (what) => () => {
  process.stderr.write(`NETWORK: ${what}\n`, () => process.exit(99));
  throw new Error(`NETWORK: ${what}`);
};
const trap = (module, names) => {
  for (const name of names) if (typeof module[name] === 'function') module[name] = refuse(name);
};
for (const name of ['http', 'https']) trap(require(name), ['request', 'get']);
trap(require('http2'), ['connect']);
trap(require('net'), ['connect', 'createConnection']);
trap(require('net').Socket.prototype, ['connect']);
trap(require('tls'), ['connect']);
trap(require('dgram'), ['createSocket']);
for (const dns of [require('dns'), require('dns').promises]) {
  trap(dns, Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name)));
}
trap(globalThis, ['fetch', 'WebSocket', 'EventSource']);

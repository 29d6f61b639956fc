// Shows that the trap of test/support/networkTrap.cjs works in a child: this one fetches when it is asked to load.
process.on('message', () => void fetch('http://127.0.0.1:9/').catch(() => undefined));

/**
 * Records what the extension host goes through: how long its event loop was held up by whatever runs in it, and, counted,
 * what an extension whose code lies below a folder does that could hold it up.
 */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const { Session } = require('node:inspector');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { serialize } = require('node:v8');
const { basename } = require('node:path');
const workerThreads = require('node:worker_threads');

const sizeOfFile = ((statSync) => (file) => statSync(file).size)(fs.statSync);

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 2;
/** Microseconds between two samples of the profile. */
const SAMPLING = 500;

/** Milliseconds this thread has worked: unlike those of the clock, they do not grow with what else the machine does. */
const worked = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Finds the longest this thread worked without a look at its event loop. */
const busyTurns = () => {
  let before = worked();
  let longest = 0;
  const look = setInterval(() => {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
  }, RESOLUTION);
  return () => {
    clearInterval(look);
    return longest;
  };
};

const none = () => ({ loaded: [], synchronousCalls: {}, processes: {}, workers: 0, sent: 0, received: 0, largestSent: 0, largestReceived: 0, mostReceivedInATurn: 0, mostBytesReceivedInATurn: 0 });

const sizeOf = (message) => {
  try {
    return serialize(message).byteLength;
  } catch {
    return 0;
  }
};

/** @param isOurs tells by a stack trace whether the extension is at work. */
const countersOf = (isOurs) => {
  let counts = null;
  const ours = new WeakSet();
  const stackNow = () => {
    const { stackTraceLimit, prepareStackTrace } = Error;
    Error.stackTraceLimit = 40;
    // The editor's own way to write a stack looks every line up, which would be a good part of what is recorded.
    Error.prepareStackTrace = undefined;
    const { stack } = new Error();
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
    return stack;
  };
  const calledByOurs = () => isOurs(stackNow());
  const wrap = (holder, name, before) => {
    const wrapped = holder[name];
    holder[name] = function counted(...args) {
      if (counts !== null) before.call(this, args);
      return Reflect.apply(wrapped, this, args);
    };
    Object.assign(holder[name], wrapped);
  };

  for (const name of Object.keys(fs).filter((key) => key.endsWith('Sync') && typeof fs[key] === 'function')) {
    wrap(fs, name, ([file]) => {
      const stack = stackNow();
      if (!isOurs(stack)) return;
      // A part of the extension's own code that is loaded when it is first needed: that is a read of a known size.
      if (!/node:internal\/modules\//.test(stack)) counts.synchronousCalls[name] = (counts.synchronousCalls[name] ?? 0) + 1;
      else if (name === 'readFileSync' && isOurs(file)) counts.loaded.push({ part: basename(String(file)), bytes: sizeOfFile(file) });
    });
  }
  for (const name of ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync']) {
    wrap(childProcess, name, () => {
      if (calledByOurs()) counts.processes[name] = (counts.processes[name] ?? 0) + 1;
    });
  }

  const { Worker } = workerThreads;
  wrap(Worker.prototype, 'postMessage', function sending([message]) {
    if (!calledByOurs()) return;
    if (!ours.has(this)) counts.workers += 1;
    ours.add(this);
    counts.sent += 1;
    counts.largestSent = Math.max(counts.largestSent, sizeOf(message));
  });
  let turn = null;
  wrap(Worker.prototype, 'emit', function receiving([event, message]) {
    if (event !== 'message' || !ours.has(this)) return;
    if (turn === null) {
      turn = { messages: 0, bytes: 0 };
      setImmediate(() => {
        turn = null;
      });
    }
    const bytes = sizeOf(message);
    turn.messages += 1;
    turn.bytes += bytes;
    counts.received += 1;
    counts.largestReceived = Math.max(counts.largestReceived, bytes);
    counts.mostReceivedInATurn = Math.max(counts.mostReceivedInATurn, turn.messages);
    counts.mostBytesReceivedInATurn = Math.max(counts.mostBytesReceivedInATurn, turn.bytes);
  });

  return {
    start: () => {
      counts = none();
    },
    stop: () => {
      const counted = counts;
      counts = null;
      return counted;
    },
  };
};

/** The stretches of a profile in which the extension was on the stack without a pause, longest first; milliseconds. */
const stretchesOf = (profile, isOurs) => {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const owned = new Map();
  const isOwned = (id) => {
    if (owned.has(id)) return owned.get(id);
    const node = nodes.get(id);
    const parent = parents.get(id);
    const answer = isOurs(node.callFrame.url) || (parent !== undefined && isOwned(parent));
    owned.set(id, answer);
    return answer;
  };
  /** The outermost function of ours on the stack. */
  const entryOf = (id) => {
    let entry = id;
    for (let current = id; current !== undefined; current = parents.get(current)) {
      if (isOurs(nodes.get(current).callFrame.url)) entry = current;
    }
    const { functionName, url, lineNumber } = nodes.get(entry).callFrame;
    return `${functionName || 'anonymous'} (${url.split('/').pop()}:${lineNumber + 1})`;
  };
  const stretches = [];
  let current = null;
  profile.samples.forEach((id, index) => {
    const milliseconds = (profile.timeDeltas[index + 1] ?? 0) / 1000;
    const { functionName } = nodes.get(id).callFrame;
    // A collection of garbage stands alone on the stack, whoever is at work.
    const continues = isOwned(id) || (current !== null && functionName === '(garbage collector)');
    if (!continues) {
      current = null;
      return;
    }
    if (current === null) {
      current = { milliseconds: 0, in: entryOf(id) };
      stretches.push(current);
    }
    current.milliseconds += milliseconds;
  });
  return {
    total: stretches.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    longest: stretches.sort((left, right) => right.milliseconds - left.milliseconds).slice(0, 5),
  };
};

/** @param folder where the extension's code lies. */
exports.createHostRecorder = (folder) => {
  const isOurs = (text) => folder !== null && String(text).includes(folder);
  const counters = countersOf(isOurs);
  let running = null;

  return {
    start: async () => {
      const session = new Session();
      session.connect();
      const post = (method, parameters) =>
        new Promise((resolve, reject) => session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))));
      await post('Profiler.enable');
      await post('Profiler.setSamplingInterval', { interval: SAMPLING });
      await post('Profiler.start');
      const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
      histogram.enable();
      // What it took to begin is no part of the record.
      await new Promise((resolve) => setTimeout(resolve, 300));
      histogram.reset();
      counters.start();
      running = { endBusy: busyTurns(), post, session, histogram, startedAt: performance.now() };
    },
    /** @param profileFile where the profile is kept; may be left out. */
    stop: async (profileFile) => {
      const { endBusy, post, session, histogram, startedAt } = running;
      running = null;
      const seconds = (performance.now() - startedAt) / 1000;
      histogram.disable();
      const counted = counters.stop();
      const delay = { longest: histogram.max / 1e6, longestWork: endBusy(), p99: histogram.percentile(99) / 1e6, p50: histogram.percentile(50) / 1e6 };
      const { profile } = await post('Profiler.stop');
      session.disconnect();
      if (profileFile) fs.writeFileSync(profileFile, JSON.stringify(profile));
      return { seconds, delay, ours: { ...counted, onTheStack: stretchesOf(profile, isOurs) } };
    },
  };
};

/**
 * Required before anything else, in every process and thread (`NODE_OPTIONS`): writes down what the product asks of the
 * machine, a JSON array a line, into the file WORKSPACE_CONTEXT_BENCH_EVENTS names. `bench/counts/events.mjs` counts them:
 *
 *   ["process", executable, [arguments]]   a program is started
 *   ["thread", script]                     a thread is started
 *   ["open" | "list" | "look", path]       a file is opened, a folder is listed, the facts of a path are asked
 *   ["read" | "write", path, bytes]
 *   ["embed", "text" | "question"]         a text is sent to the process that embeds
 *   ["parse"]                              tree-sitter is given a text
 *
 * Each line is written at once, because threads and processes are ended without warning.
 *
 * Three things of the machine decide what is done, and are made the same everywhere. How many processors it has decides whether
 * documents are split on a second thread: all are told of two. How fast it is decides whether a question is answered before its
 * vector is there, and how often vectors are written while they are made: whoever waits for a while at most is made to wait longer.
 * When memory is collected decides whether what was just written is read again: weak references hold what they refer to.
 */
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

/** Timers from so many milliseconds on are for slow machines: they are this many times as long. */
const PATIENCE_FROM_MILLISECONDS = 300;
const PATIENCE = 100;

const eventsFile = process.env.WORKSPACE_CONTEXT_BENCH_EVENTS;

if (eventsFile) {
  const { openSync, writeSync } = fs;
  const log = openSync(eventsFile, 'a');
  /** True while a call of Node's own is under way that is made of others: it counts once. */
  let isWithin = false;
  const note = (...event) => {
    writeSync(log, `${JSON.stringify(event)}\n`);
  };

  const pathOf = (given) => (typeof given === 'string' ? given : Buffer.isBuffer(given) ? given.toString() : given instanceof URL ? fileURLToPath(given) : null);
  const bytesOf = (data) => (typeof data === 'string' ? Buffer.byteLength(data) : (data?.byteLength ?? 0));

  const paths = new Map();
  /** Takes the place of a function; `told` writes down one call, given its arguments and its result. */
  const replace = (owner, name, told) => {
    const original = owner[name];
    if (typeof original !== 'function') return;
    const replaced = function (...given) {
      if (isWithin) return Reflect.apply(original, this, given);
      isWithin = true;
      let result;
      try {
        result = Reflect.apply(original, this, given);
      } catch (thrown) {
        isWithin = false;
        told(given, undefined, this);
        throw thrown;
      }
      isWithin = false;
      told(given, result, this);
      return result;
    };
    for (const key of Object.keys(original)) replaced[key] = original[key];
    owner[name] = replaced;
  };
  const noted = (kind) => ([given]) => {
    const file = pathOf(given);
    if (file !== null) note(kind, path.resolve(file));
  };
  const afterwards = (result, use) => void Promise.resolve(result).then(use, () => undefined);

  for (const owner of [fs, fs.promises]) {
    for (const name of ['stat', 'lstat', 'statSync', 'lstatSync', 'realpath', 'realpathSync', 'access', 'accessSync', 'existsSync']) replace(owner, name, noted('look'));
    for (const name of ['readdir', 'readdirSync', 'opendir', 'opendirSync']) replace(owner, name, noted('list'));
  }
  replace(fs.realpathSync, 'native', noted('look'));

  replace(fs, 'openSync', ([given], descriptor) => {
    if (descriptor === undefined) return;
    paths.set(descriptor, path.resolve(pathOf(given) ?? ''));
    note('open', paths.get(descriptor));
  });
  replace(fs, 'open', noted('open'));
  replace(fs, 'readSync', ([descriptor], count) => note('read', paths.get(descriptor) ?? '', count ?? 0));
  replace(fs, 'writeSync', ([descriptor], count) => note('write', paths.get(descriptor) ?? '', count ?? 0));
  const wholeRead = ([given], content) => {
    const file = typeof given === 'number' ? paths.get(given) : pathOf(given);
    if (content === undefined || file === undefined || file === null) return;
    note('open', path.resolve(file));
    note('read', path.resolve(file), bytesOf(content));
  };
  replace(fs, 'readFileSync', wholeRead);
  replace(fs.promises, 'readFile', (given, result) => afterwards(result, (content) => wholeRead(given, content)));
  for (const name of ['writeFileSync', 'appendFileSync']) {
    replace(fs, name, ([given, data]) => note('write', typeof given === 'number' ? (paths.get(given) ?? '') : path.resolve(pathOf(given) ?? ''), bytesOf(data)));
  }
  for (const name of ['writeFile', 'appendFile']) {
    replace(fs.promises, name, ([given, data]) => {
      if (pathOf(given) !== null) note('write', path.resolve(pathOf(given)), bytesOf(data));
    });
  }

  const handles = new WeakMap();
  let isHandleKnown = false;
  replace(fs.promises, 'open', ([given], result) => {
    afterwards(result, (handle) => {
      const file = path.resolve(pathOf(given) ?? '');
      handles.set(handle, file);
      note('open', file);
    });
  });
  /** The class of handles cannot be had but from one of them. */
  const { open } = fs.promises;
  fs.promises.open = async (...given) => {
    const handle = await open(...given);
    if (!isHandleKnown) {
      isHandleKnown = true;
      const prototype = Object.getPrototypeOf(handle);
      const written = ([data], _, self) => note('write', handles.get(self) ?? '', bytesOf(data));
      for (const name of ['writeFile', 'appendFile', 'write']) replace(prototype, name, written);
      replace(prototype, 'writev', ([parts], _, self) => note('write', handles.get(self) ?? '', parts.reduce((sum, part) => sum + bytesOf(part), 0)));
      replace(prototype, 'read', (_, result, self) => afterwards(result, ({ bytesRead }) => note('read', handles.get(self) ?? '', bytesRead)));
      replace(prototype, 'readFile', (_, result, self) => afterwards(result, (content) => note('read', handles.get(self) ?? '', bytesOf(content))));
    }
    return handle;
  };

  const processes = require('node:child_process');
  replace(processes.ChildProcess.prototype, 'spawn', ([{ file, args }]) => note('process', file, args ?? []));
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    replace(processes, name, ([file, args]) => note('process', file, Array.isArray(args) ? args : []));
  }

  const threads = require('node:worker_threads');
  threads.Worker = class extends threads.Worker {
    constructor(script, options) {
      note('thread', path.basename(String(script)));
      super(script, options);
    }
  };

  os.availableParallelism = () => 2;

  globalThis.WeakRef = class {
    constructor(target) {
      this.target = target;
    }
    deref() {
      return this.target;
    }
  };

  const { setTimeout: startTimer } = globalThis;
  globalThis.setTimeout = (work, milliseconds, ...rest) =>
    startTimer(work, milliseconds >= PATIENCE_FROM_MILLISECONDS ? milliseconds * PATIENCE : milliseconds, ...rest);

  const { fork } = processes;
  processes.fork = (...given) => {
    const child = fork(...given);
    // Counted where they are sent: whether the other process comes to read them is a matter of time.
    replace(child, 'send', ([message]) => {
      if (message?.kind === 'embed') note('embed', message.question ? 'question' : 'text');
    });
    return child;
  };

  const { _load: load } = Module;
  Module._load = function (request, ...rest) {
    const loaded = Reflect.apply(load, this, [request, ...rest]);
    if (path.basename(request) === 'tree-sitter.js' && loaded.Parser !== undefined && !loaded.Parser.isCounted) {
      loaded.Parser.isCounted = true;
      replace(loaded.Parser.prototype, 'parse', () => note('parse'));
    }
    return loaded;
  };
}

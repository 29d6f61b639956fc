/**
 * Times the activation of extensions as it holds up the extension host: loading the code, calling `activate`, and what
 * follows until its promise resolves. The editor's own figure also holds the time in which others were loaded meanwhile.
 */
const Module = require('node:module');

/** Milliseconds this thread has worked: unlike those of the clock, they do not grow with what else the machine does. */
const worked = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** @param extensions `{id, main}` of those to time; they must not be active yet. */
exports.timeActivations = (extensions) => {
  const times = {};
  const load = Module._load;
  let waiting = extensions.length;
  Module._load = function timed(request, ...rest) {
    const found = extensions.find(({ main }) => main === String(request));
    if (found === undefined || times[found.id] !== undefined) return Reflect.apply(load, this, [request, ...rest]);
    const [beganAt, workedBefore] = [performance.now(), worked()];
    const loaded = Reflect.apply(load, this, [request, ...rest]);
    const time = { load: performance.now() - beganAt, call: 0, finish: 0, worked: worked() - workedBefore };
    times[found.id] = time;
    waiting -= 1;
    if (waiting === 0) Module._load = load;
    const activate = loaded.activate;
    return {
      ...loaded,
      activate: (context) => {
        const [calledAt, workedUntilNow] = [performance.now(), worked()];
        const result = activate(context);
        const returnedAt = performance.now();
        time.call = returnedAt - calledAt;
        time.worked += worked() - workedUntilNow;
        void Promise.resolve(result).then(() => {
          time.finish = performance.now() - returnedAt;
        });
        return result;
      },
    };
  };
  return times;
};

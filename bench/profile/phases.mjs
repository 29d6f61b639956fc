/** Adds up a V8 processor profile by what the program was at, from the modules that its functions come from. */

/** A line that webpack writes before each module it joins to others: `;// ./src/text/terms.ts`. */
const MODULE_LINE = /^;\/\/ (.+)$/;

/**
 * Tells which source module a line of a bundle comes from.
 * @param {string} bundle its text
 * @returns {(line: number) => string | null} by the line's number, counted from 0; null for what stands before the first module
 */
export function moduleLookup(bundle) {
  const starts = [];
  bundle.split('\n').forEach((text, line) => {
    const name = MODULE_LINE.exec(text)?.[1];
    if (name !== undefined) starts.push({ line, name: name.replace(/^.*node_modules\//, '').replace(/^\.\//, '') });
  });
  return (line) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle].line <= line) low = middle + 1;
      else high = middle;
    }
    return starts[low - 1]?.name ?? null;
  };
}

/**
 * The milliseconds of each phase, largest first. A sample counts for the phase of the innermost of its functions that
 * has one, so that a library counts for whoever called it.
 * @param {{ nodes: readonly { id: number, callFrame: { functionName: string, url: string, lineNumber: number }, children?: readonly number[] }[],
 *   samples: readonly number[], timeDeltas: readonly number[] }} profile as V8 writes it; time in microseconds
 * @param {(frame: { functionName: string, url: string, lineNumber: number }) => string | null} phaseOf
 * @returns {[phase: string, milliseconds: number][]}
 */
export function phasesOf({ nodes, samples, timeDeltas }, phaseOf) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const phases = new Map();
  const phaseOfNode = (id) => {
    const known = phases.get(id);
    if (known !== undefined) return known;
    const parent = parents.get(id);
    const phase = phaseOf(byId.get(id).callFrame) ?? (parent === undefined ? 'everything else' : phaseOfNode(parent));
    phases.set(id, phase);
    return phase;
  };
  const sums = new Map();
  samples.forEach((id, index) => {
    const phase = phaseOfNode(id);
    sums.set(phase, (sums.get(phase) ?? 0) + timeDeltas[index] / 1000);
  });
  return [...sums].sort(([, one], [, other]) => other - one);
}

/**
 * A function that tells the phase of a frame: by its name where V8 itself speaks (`(idle)`), else by its module.
 * @param {readonly (readonly [phase: string, names: readonly string[]])[]} phases names of modules as they begin, or of V8's own frames
 * @param {(frame: { url: string, lineNumber: number }) => string | null} moduleOf
 */
export function phaseLookup(phases, moduleOf) {
  return (frame) => {
    const name = frame.functionName.startsWith('(') ? frame.functionName : moduleOf(frame);
    return name === null ? null : (phases.find(([, names]) => names.some((one) => name.startsWith(one)))?.[0] ?? null);
  };
}

/** Counts and times beside those of before. Pure: numbers in, verdicts and rows out. */

/**
 * How a count is judged. `less`: more is worse; `more`: fewer is worse; `equal`: any other number is worse.
 * @typedef {'less' | 'more' | 'equal'} Wanted
 */

/** Of counts by the last part of their name; the others are of work, of which less is wanted. */
const WANTED = {
  documents: 'equal',
  documentsFound: 'equal',
  passages: 'equal',
  questions: 'equal',
  bytesOfText: 'equal',
  documentsReused: 'more',
  questionsThatFindTheirPage: 'more',
  questionsWithTheirPageFirst: 'more',
};

/**
 * How much more than before is the same still: times of files are written as numbers of different length, and a page of SQLite
 * more or less follows from that. Of everything else not one more.
 */
const BYTES_SHARE = 0.01;
const BYTES = 8_192;

const lastPart = (name) => name.slice(name.lastIndexOf('.') + 1);
const isOfBytes = (name) => /bytes/i.test(lastPart(name));

/** How a count is judged, by its name. */
function wantedOf(name) {
  return WANTED[lastPart(name)] ?? 'less';
}

/**
 * Whether a count got better or worse, by its name.
 * @returns {'same' | 'better' | 'worse'}
 */
export function verdictOf(name, before, now) {
  const wanted = wantedOf(name);
  const tolerated = isOfBytes(name) && wanted !== 'equal' ? BYTES + before * BYTES_SHARE : 0;
  if (Math.abs(now - before) <= tolerated) return 'same';
  if (wanted === 'equal') return 'worse';
  return now < before === (wanted === 'less') ? 'better' : 'worse';
}

/**
 * Counts against the stored ones, in sentences.
 * @param {Record<string, number>} stored
 * @param {Record<string, number>} measured
 * @param {(name: string) => boolean} [isAbsent] whether what a stored count is taken of is not there on this machine
 * @returns {{ worse: string[], better: string[], missing: string[], absent: number }} `worse` and `missing` are failures;
 *   `absent` is how many stored counts could not be compared.
 */
export function compareCounts(stored, measured, isAbsent = () => false) {
  const result = { worse: [], better: [], missing: [], absent: 0 };
  for (const [name, before] of Object.entries(stored)) {
    const now = measured[name];
    if (now === undefined) {
      if (isAbsent(name)) result.absent += 1;
      else result.missing.push(`${name} is stored and was not measured.`);
      continue;
    }
    const verdict = verdictOf(name, before, now);
    if (verdict !== 'same') result[verdict].push(`${name}: ${now}, was ${before}`);
  }
  for (const name of Object.keys(measured)) {
    if (stored[name] === undefined) result.missing.push(`${name} was measured and is not stored.`);
  }
  return result;
}

/** A count beside the stored one, as a cell: alone where it is the same. */
export function cellOf(name, before, now) {
  if (before === undefined) return `${now} (new)`;
  return verdictOf(name, before, now) === 'same' ? String(now) : `${now} (was ${before})`;
}

/**
 * Figures beside the stored ones: a table of those that both have, with their ratio; null where there is none. `leastChange`
 * leaves out ratios closer to 1.
 */
export function ratioRows(stored, measured, leastChange = 1) {
  const rows = Object.entries(measured).flatMap(([name, now]) => {
    const before = stored[name];
    if (typeof before !== 'number' || before === 0 || now === 0) return [];
    const ratio = now / before;
    return Math.max(ratio, 1 / ratio) < leastChange ? [] : [[name, rounded(now), rounded(before), ratio.toFixed(2)]];
  });
  return rows.length === 0 ? null : [['', 'now', 'stored', 'ratio'], ...rows];
}

/** A number with as many digits as mean something. */
export function rounded(value) {
  const size = Math.abs(value);
  return Number.isInteger(value) ? String(value) : value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 3);
}

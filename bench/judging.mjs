/** How an answer is judged against the sections that were expected: pure, shared by all that measure answer quality. */

/**
 * A row that was returned: the file it is from (a path within its repository) and its lines, both included.
 *
 * @typedef {{ path: string, lines: { start: number, end: number } }} Place
 * @typedef {{ path: string, lines: [number, number] }} ExpectedSection
 */

/** Whether a row is of an expected file and its lines overlap the expected section. */
export function isHit({ path, lines }, expected) {
  const [start, end] = expected.lines;
  return path === expected.path && lines.start <= end && lines.end >= start;
}

/** The place, from 1, of the first row that is an expected section; Infinity without one. */
export function rankOfPassage(rows, expected) {
  return rankOf(rows, (row) => expected.some((one) => isHit(row, one)));
}

/** The place, from 1, of the first row of an expected file, whatever its lines; Infinity without one. */
export function rankOfFile(rows, expected) {
  return rankOf(rows, ({ path }) => expected.some((one) => one.path === path));
}

/** A passage of the product as a row: its path without the repository's id. */
export function placeOfPassage({ sourceRef, lines }) {
  return { path: sourceRef.slice(sourceRef.indexOf('/') + 1), lines };
}

function rankOf(rows, matches) {
  const index = rows.findIndex(matches);
  return index < 0 ? Infinity : index + 1;
}

/**
 * Of all questions that expect something, how many have a right passage first, one among the first five, one anywhere
 * in what is returned, and a right file among the first five. `ranked[i]` are the rows that `questions[i]` was answered
 * with, best first; `returned[i]` all rows, where more are returned beside those.
 */
export function qualityOf(questions, ranked, returned = ranked) {
  const judged = questions.flatMap(({ expected }, index) => {
    if (expected.length === 0) return [];
    const passage = rankOfPassage(ranked[index], expected);
    const file = rankOfFile(ranked[index], expected);
    return [{ passage, file, anywhere: rankOfPassage(returned[index], expected) < Infinity }];
  });
  const count = (accepted) => judged.filter(accepted).length;
  return {
    questions: judged.length,
    first: count(({ passage }) => passage === 1),
    firstFive: count(({ passage }) => passage <= 5),
    anywhere: count(({ anywhere }) => anywhere),
    fileInFive: count(({ file }) => file <= 5),
  };
}

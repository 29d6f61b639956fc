/**
 * What one part of `npm run bench` has measured, in the shape that all parts share.
 *
 * @typedef {object} Section
 * @property {string} title one line
 * @property {(string | number)[][]} rows a table whose first row holds the headings; printed as it is
 * @property {string[]} notes sentences to print below: what was skipped and why, what a figure means
 * @property {Record<string, number>} figures flat, by names such as `scale.10000.question.words.p50.milliseconds`: the
 *   last part of a name is the unit (milliseconds, megabytes, ratio, share, perSecond). They vary from run to run.
 * @property {Record<string, number>} counts flat, by names such as `scale.1000.documentsParsed`: the same in every run.
 */
import { table } from './support.mjs';

/** The section as text for a person. */
export function textOfSection({ title, rows, notes }) {
  return [`\n## ${title}\n`, ...(rows.length > 1 ? [table(rows)] : []), ...notes.map((note) => `- ${note}`), ''].join('\n');
}

/** Prints a section that was measured by itself, by its own script. */
export function printSection(section) {
  process.stdout.write(textOfSection(section));
}

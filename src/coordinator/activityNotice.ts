/** Marks of Markdown's code that a name may hold. */
const BACKTICKS = /`+/g;

/** A name as code: nothing in it is taken for Markdown. */
function codeSpan(name: string): string {
  const longest = Math.max(0, ...[...name.matchAll(BACKTICKS)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${name}${pad}${fence}`;
}

/** What a person sees right before a repository is asked: one line of Markdown. @param number counted from 1. */
export function activityNotice(id: string, number: number, count: number): string {
  return `**workspace.context** asks code.context about ${codeSpan(id)} (${number} of ${count})`;
}

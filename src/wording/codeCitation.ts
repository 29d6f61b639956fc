import type { CodeSymbol, Evidence } from '../contract/codeTool';
import { shortCommitOf } from './age';

/** Where a symbol stands, as people cite it: path, line, and the commit its repository was read at. */
export function codeCitationOf(repository: string, { path, line }: Pick<CodeSymbol, 'path' | 'line'>, evidence: readonly Evidence[]): string {
  const { commit, dirty } = evidence[0]?.generation ?? { commit: null, dirty: false };
  const read = commit === null ? '' : ` @ ${shortCommitOf(commit)}${dirty ? ' with uncommitted changes' : ''}`;
  return `${repository}/${path}:${line}${read}`;
}

import type { PhysicalRoot } from '../ports/files';
import type { Git, GitState } from '../ports/git';

/** Git, asked about a folder again only where what it would say may be something else. */
export interface RememberedGit extends Pick<Git, 'inspect'> {
  forget(root: PhysicalRoot): void;
}

/** Remembers what git last said of each folder, undated, by its mark: while that is the same no process is started. */
export function rememberedGit(git: Pick<Git, 'inspect' | 'mark'>): RememberedGit {
  const said = new Map<PhysicalRoot, { readonly mark: string; readonly state: GitState }>();
  return {
    inspect: async (root, history) => {
      if (history !== 'not-asked') return git.inspect(root, history);
      // Taken first: what changes while git is asked makes another mark.
      const mark = await git.mark(root);
      const known = said.get(root);
      if (known !== undefined && known.mark === mark) return known.state;
      const state = await git.inspect(root, history);
      said.delete(root);
      // What failed may succeed next time.
      if (mark !== null && (state.kind === 'repository' || state.kind === 'none')) said.set(root, { mark, state });
      return state;
    },
    forget: (root) => void said.delete(root),
  };
}

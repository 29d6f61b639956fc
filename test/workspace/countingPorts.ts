import type { WorkspacePorts } from '../../src/workspace/createService';

export interface Counts {
  /** Files read, ignore files included. */
  read: number;
  /** Inspections by git, each of several processes. */
  inspected: number;
  /** Snapshots written as a whole. */
  written: number;
}

/** Ports that count the costly things asked of them; for `nodeService`. */
export function countingPorts(): { counts: Counts; ports: (ports: WorkspacePorts) => Partial<WorkspacePorts> } {
  const counts: Counts = { read: 0, inspected: 0, written: 0 };
  return {
    counts,
    ports: ({ files, git, store }) => ({
      files: { ...files, read: (...args) => ((counts.read += 1), files.read(...args)) },
      git: { ...git, inspect: (...args) => ((counts.inspected += 1), git.inspect(...args)) },
      store: { ...store, writeSnapshot: (...args) => ((counts.written += 1), store.writeSnapshot(...args)) },
    }),
  };
}

import { CONTRACT_VERSION, DEFAULT_DEPTH, EMBEDDING_MODEL } from '../contract/constants';
import type { ExpandPack, WorkspaceExpandRequest } from '../contract/expandTool';
import type { ContextPack, WorkspaceContextRequest } from '../contract/tools';
import { interruptedCode, interruptedRows } from './interruptedCode';
import type { InterruptedAnswers } from './service';

/** A pack without passages: what a call gets that can be answered with nothing more. */
export function emptyPack(request: Pick<WorkspaceContextRequest, 'question'>, workspace: string, nowMs: number): ContextPack {
  return {
    contract: CONTRACT_VERSION,
    workspace,
    question: request.question,
    indexedAt: null,
    scoredAt: new Date(nowMs).toISOString(),
    asOf: null,
    passages: [],
    nearest: [],
    neighborhood: { nodes: [], edges: [] },
    embedding: { model: EMBEDDING_MODEL, state: 'off' },
    degraded: [],
    notices: [],
  };
}

/** An expansion without edges: what a call gets that can be answered with nothing more. */
export function emptyExpansion(
  request: Pick<WorkspaceExpandRequest, 'entityRef' | 'depth' | 'direction'>,
  workspace: string,
  notices: readonly string[],
): ExpandPack {
  return {
    contract: CONTRACT_VERSION,
    workspace,
    entityRef: request.entityRef,
    depth: request.depth,
    direction: request.direction,
    indexedAt: null,
    asOf: null,
    nodes: [],
    edges: [],
    degraded: [],
    notices: [...notices],
  };
}

const INTERRUPTED = 'The background worker stopped while it was answering this. It starts again by itself; ask again.';

function textIn(args: unknown, name: string): string | null {
  const value = typeof args === 'object' && args !== null ? (args as Record<string, unknown>)[name] : null;
  return typeof value === 'string' ? value : null;
}

/** Answers that say what happened, with what was told until then. @param workspace the name of the workspace that was asked. */
export function interruptedAnswers(workspace: string): InterruptedAnswers {
  return {
    ask: (args, nowMs) => {
      const question = textIn(args, 'question');
      if (question === null) return null;
      return { ...emptyPack({ question }, textIn(args, 'workspace') ?? workspace, nowMs), degraded: ['scope-unreadable'], notices: [INTERRUPTED] };
    },
    expand: (args) => {
      const entityRef = textIn(args, 'entityRef');
      if (entityRef === null) return null;
      const request = { entityRef, depth: DEFAULT_DEPTH, direction: 'both' } as const;
      return { ...emptyExpansion(request, textIn(args, 'workspace') ?? workspace, [INTERRUPTED]), degraded: ['scope-unreadable'] };
    },
    codeContext: (args) => interruptedCode(args, INTERRUPTED),
    workspaceCodeContext: (args, told) => interruptedRows(args, told, INTERRUPTED),
  };
}

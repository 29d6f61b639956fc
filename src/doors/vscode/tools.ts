import * as vscode from 'vscode';
import type { CodeContextArguments, CodePack } from '../../contract/codeTool';
import type { WorkspaceCodeContextArguments, WorkspaceCodePack } from '../../contract/coordinatorTool';
import type { ExpandPack, WorkspaceExpandArguments } from '../../contract/expandTool';
import { WorkspaceContextError } from '../../contract/errors';
import { CHAT_TOOLS, LANGUAGE_MODEL_TOOLS } from '../../contract/ids';
import type { ContextPack, WorkspaceContextArguments } from '../../contract/tools';
import type { WorkspaceService } from '../../workspace/service';
import { chatTools } from './chatTools';
import { registerTool } from './languageModelTool';
import type { WorkspaceSession } from './session';

/** An agent is answered at once, a cold index labelled as such. */
const AT_ONCE = { wait: false, now: null } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The service of the language-model tools. The manifest hides them while the chat uses the MCP server
 * instead, but that does not keep anyone from calling them.
 */
function serviceFor(session: WorkspaceSession): WorkspaceService {
  if (chatTools() === CHAT_TOOLS.mcp) {
    throw new WorkspaceContextError(
      'unavailable',
      'The setting "workspaceContext.chatTools" gives the chat the MCP server instead of this tool; call its tool, or change the setting.',
    );
  }
  return session.service();
}

/** The ids of the repositories asked, as far as there are any. */
const idsOf = (targets: unknown): string =>
  Array.isArray(targets) ? targets.map((target: unknown) => textOf((target as { id?: unknown } | null)?.id)).join(', ') : '';

/** The language-model tools. */
export function registerTools(session: WorkspaceSession): vscode.Disposable {
  return vscode.Disposable.from(
    registerTool<WorkspaceContextArguments, ContextPack>({
      name: LANGUAGE_MODEL_TOOLS.workspaceContext,
      subjectOf: (args) => textOf(args?.question),
      progress: vscode.l10n.t('Searching the workspace for {0}'),
      confirmation: {
        title: vscode.l10n.t('Search the open repositories'),
        message: vscode.l10n.t(
          'Workspace Context looks up passages of documentation, catalog files and epics that answer {0}. It reads only; the passages found go to the language model of this chat.',
        ),
      },
      call: async (args) => serviceFor(session).ask(args, AT_ONCE),
      writingOf: ({ contextWriting }) => contextWriting,
    }),
    registerTool<WorkspaceExpandArguments, ExpandPack>({
      name: LANGUAGE_MODEL_TOOLS.workspaceExpand,
      subjectOf: (args) => textOf(args?.entityRef),
      progress: vscode.l10n.t('Walking the component graph from {0}'),
      confirmation: {
        title: vscode.l10n.t('Walk the component graph'),
        message: vscode.l10n.t(
          'Workspace Context looks up in the catalog files what {0} depends on and what depends on it. It reads only; the relations found go to the language model of this chat.',
        ),
      },
      call: async (args) => serviceFor(session).expand(args, AT_ONCE),
      writingOf: ({ expandWriting }) => expandWriting,
    }),
    registerTool<CodeContextArguments, CodePack>({
      name: LANGUAGE_MODEL_TOOLS.codeContext,
      subjectOf: (args) => textOf(args?.task),
      progress: vscode.l10n.t('Finding the code of {0}'),
      confirmation: {
        title: vscode.l10n.t('Find code in a repository'),
        message: vscode.l10n.t(
          'Workspace Context looks up declarations and lines of code that {0} is about. It reads only; what it finds goes to the language model of this chat.',
        ),
      },
      call: async (args, follower) => serviceFor(session).codeContext(args, AT_ONCE, follower),
      writingOf: ({ codeWriting }) => codeWriting,
    }),
    registerTool<WorkspaceCodeContextArguments, WorkspaceCodePack>({
      name: LANGUAGE_MODEL_TOOLS.workspaceCodeContext,
      subjectOf: (args) => idsOf(args?.targets),
      progress: vscode.l10n.t('Finding code in {0}'),
      confirmation: {
        title: vscode.l10n.t('Find code in several repositories'),
        message: vscode.l10n.t(
          'Workspace Context looks up declarations and lines of code in {0}, each repository by itself. It reads only; what it finds goes to the language model of this chat.',
        ),
      },
      call: async (args, follower) => serviceFor(session).workspaceCodeContext(args, AT_ONCE, follower),
      writingOf: ({ workspaceCodeWriting }) => workspaceCodeWriting,
    }),
  );
}

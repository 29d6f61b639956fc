import * as vscode from 'vscode';
import { WorkspaceContextError } from '../../../contract/errors';
import { CHAT_COMMANDS, CHAT_PARTICIPANT } from '../../../contract/ids';
import { personMessageOf } from '../errorMessage';
import type { WorkspaceSession } from '../session';
import { plainMarkdown } from '../plainMarkdown';

/** Only who asks in the chat needs to load how it answers. */
const loadTurn = () => import(/* webpackChunkName: "chat" */ './turn');

const commandOf = (name: string | undefined) => Object.values(CHAT_COMMANDS).find((command) => command === name) ?? CHAT_COMMANDS.ask;

/** The participant `@context` of the chat: it answers from the index alone, as the panel does, and asks no language model. */
export function registerChatParticipant(context: vscode.ExtensionContext, session: WorkspaceSession): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(CHAT_PARTICIPANT, async ({ command, prompt }, _context, stream, token) => {
    try {
      const service = session.service();
      const { answerTurn } = await loadTurn();
      const turn = await answerTurn(commandOf(command), prompt, { service, stream, token });
      return turn === null ? {} : { metadata: turn };
    } catch (thrown) {
      if (token.isCancellationRequested || thrown instanceof vscode.CancellationError) return {};
      stream.markdown(plainMarkdown(personMessageOf(thrown)));
      if (thrown instanceof WorkspaceContextError && thrown.code === 'not-trusted') {
        stream.button({ command: 'workbench.trust.manage', title: vscode.l10n.t('Manage Workspace Trust') });
      }
      return {};
    }
  });
  participant.iconPath = vscode.Uri.joinPath(context.extensionUri, 'media', 'icon.png');
  participant.followupProvider = {
    provideFollowups: async ({ metadata }) => (await loadTurn()).followupsOf(metadata),
  };
  return participant;
}

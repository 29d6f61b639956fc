import * as vscode from 'vscode';
import { CHAT_TOOLS, type ChatTools, SETTINGS, SETTINGS_SECTION } from '../../contract/ids';

/** Which of the two ways VS Code's chat takes to our tools. */
export function chatTools(): ChatTools {
  const setting = vscode.workspace.getConfiguration(SETTINGS_SECTION).get<unknown>(SETTINGS.chatTools);
  return setting === CHAT_TOOLS.mcp ? CHAT_TOOLS.mcp : CHAT_TOOLS.languageModelTools;
}

const vscode = require('vscode');

const VENDOR = 'workspace-context-test';

/**
 * A language model that says nothing and counts who asks it. The editor hands no request to a participant of the chat while
 * it has no model at all, even to one that uses none.
 */
exports.registerSilentModel = () => {
  let asked = 0;
  const registration = vscode.lm.registerLanguageModelChatProvider(VENDOR, {
    provideLanguageModelChatInformation: async () => [
      { id: 'silent', name: 'Silent', family: 'silent', version: '1', maxInputTokens: 100_000, maxOutputTokens: 1_000, capabilities: { toolCalling: true } },
    ],
    provideLanguageModelChatResponse: async () => {
      asked += 1;
    },
    provideTokenCount: async (_model, text) => String(text).length,
  });
  return { registration, asked: () => asked };
};

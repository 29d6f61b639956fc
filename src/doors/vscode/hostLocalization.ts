import * as vscode from 'vscode';

/**
 * What `@vscode/l10n` is inside of the extension host: the words that the doors share are read there in the language of the
 * editor, which has them loaded already. (The bundler puts this in the library's place.)
 */
export const t: typeof vscode.l10n.t = ((...args: Parameters<typeof vscode.l10n.t>) => vscode.l10n.t(...args)) as typeof vscode.l10n.t;

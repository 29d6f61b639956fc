import * as l10n from '@vscode/l10n';

/** The page brings the sentences of the editor's language along, as data; without them the panel speaks English. */
const sentences = document.getElementById('l10n')?.textContent ?? '';
if (sentences !== '') l10n.config({ contents: sentences });

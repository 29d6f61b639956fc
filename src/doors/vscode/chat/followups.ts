import * as l10n from '@vscode/l10n';
import { CHAT_COMMANDS, type ChatCommand } from '../../../contract/ids';
import { entityLabelOf } from '../../../wording/entity';

/** What a turn of the chat leaves behind for what may be asked next. */
export interface Turn {
  readonly asked: string;
  readonly command: ChatCommand;
  readonly entityRefs: readonly string[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a turn left behind, out of what the editor kept of it; null for anything else. */
function turnOf(metadata: unknown): Turn | null {
  const { asked, command, entityRefs } = (metadata ?? {}) as Partial<Record<keyof Turn, unknown>>;
  const known = Object.values(CHAT_COMMANDS).find((one) => one === command);
  return isText(asked) && known !== undefined && Array.isArray(entityRefs) && entityRefs.every(isText) ? { asked, command: known, entityRefs } : null;
}

/** Something to ask next, as the editor takes it. */
export interface Followup {
  readonly prompt: string;
  readonly command: string;
  readonly label: string;
}

const MOST_ENTITIES = 3;
/** A ref that means nothing else in a prompt; whoever has another asks by hand. */
const PLAIN_REF = /^[a-z]+:[\w.-]+\/[\w.-]+$/;

/** What may be asked after a turn: about the entities it named, and where in the code it is. */
export function followupsOf(metadata: unknown): Followup[] {
  const turn = turnOf(metadata);
  if (turn === null) return [];
  const { asked, command, entityRefs } = turn;
  const refs = [...new Set(entityRefs)].filter((ref) => PLAIN_REF.test(ref) && !(command === CHAT_COMMANDS.graph && ref === asked));
  return [
    ...refs.slice(0, MOST_ENTITIES).map((ref) => ({
      prompt: ref,
      command: CHAT_COMMANDS.graph,
      label: l10n.t('What depends on {0}?', entityLabelOf(ref)),
    })),
    ...(command === CHAT_COMMANDS.ask && asked !== '' ? [{ prompt: asked, command: CHAT_COMMANDS.code, label: l10n.t('Where is this in the code?') }] : []),
    ...(command === CHAT_COMMANDS.code ? [{ prompt: asked, command: CHAT_COMMANDS.ask, label: l10n.t('What do the documents say about this?') }] : []),
    ...(command === CHAT_COMMANDS.graph && PLAIN_REF.test(asked)
      ? [{ prompt: l10n.t('What is {0}?', asked), command: CHAT_COMMANDS.ask, label: l10n.t('What do the documents say about {0}?', entityLabelOf(asked)) }]
      : []),
  ];
}

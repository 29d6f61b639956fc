import * as vscode from 'vscode';
import { MAXIMUM_TARGETS } from '../../../contract/constants';
import { CHAT_COMMANDS, type ChatCommand, COMMANDS } from '../../../contract/ids';
import { progressOf } from '../../../wording/progress';
import type { IndexProgress, WorkspaceService } from '../../../workspace/service';
import { answerPartsOf } from './answerParts';
import { codePartsOf } from './codeParts';
import { type Turn } from './followups';
import { graphPartsOf } from './graphParts';
import { visibleLine } from '../../../wording/visibleText';
import { canBeLinked, literalLine, placeLabel } from './literal';
import type { ChatPart } from './parts';

export { followupsOf } from './followups';

/** A person waits for an index to be built. */
const WAITING = { wait: true, now: null } as const;
/** So much is pleasant to read in a chat; the panel shows more. */
const PASSAGES = 5;
const EDGES = 25;
const SYMBOLS_EACH = 5;
const BYTES_EACH = 16 * 1024;
/** Steps of progress stay in the chat, one below the other, so there are few. */
const PROGRESS_EVERY_MILLISECONDS = 2_000;

/** What a turn works with. */
export interface TurnTools {
  readonly service: WorkspaceService;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/** Tells how far a cold index is, not too often. */
function progressOn(stream: vscode.ChatResponseStream): (progress: IndexProgress) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - toldAt < PROGRESS_EVERY_MILLISECONDS) return;
    toldAt = now;
    stream.progress(progressOf(progress));
  };
}

/** A signal that follows the editor's token, for as long as the turn runs. */
function signalOf(token: vscode.CancellationToken): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const subscription = token.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, end: () => subscription.dispose() };
}

/** Rejects with the editor's own cancellation as soon as the person gives up. */
async function unlessEnded<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let give = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    give = () => reject(new vscode.CancellationError());
    if (signal.aborted) give();
    signal.addEventListener('abort', give);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener('abort', give);
  }
}

/** Puts the parts into the chat; places become links to the files, and references of the answer. */
async function show(parts: readonly ChatPart[], { service, stream, token }: TurnTools): Promise<void> {
  const refs = [...new Set(parts.flatMap((part) => (part.kind === 'place' ? [part.sourceRef] : [])))];
  const paths = new Map(await Promise.all(refs.map(async (ref) => [ref, await service.locate(ref)] as const)));
  for (const part of parts) {
    if (token.isCancellationRequested) return;
    if (part.kind === 'markdown') {
      stream.markdown(part.value);
      continue;
    }
    const path = paths.get(part.sourceRef) ?? null;
    if (path === null) {
      stream.markdown(literalLine(part.label));
      continue;
    }
    const { start, end } = part.lines;
    const location = new vscode.Location(vscode.Uri.file(path), new vscode.Range(start - 1, 0, end - 1, Number.MAX_SAFE_INTEGER));
    stream.reference(location);
    if (canBeLinked(part.label)) stream.anchor(location, placeLabel(part.label));
    else stream.markdown(literalLine(visibleLine(part.label)));
  }
}

async function ask(question: string, tools: TurnTools, signal: AbortSignal): Promise<Turn> {
  const { service, stream } = tools;
  const pack = await unlessEnded(service.ask({ question, limit: PASSAGES }, WAITING, progressOn(stream)), signal);
  await show(answerPartsOf(pack), tools);
  stream.button({ command: COMMANDS.ask, title: vscode.l10n.t('Open in the Panel'), arguments: [{ question }] });
  if (pack.degraded.includes('scope-unreadable')) stream.button({ command: COMMANDS.showStatus, title: vscode.l10n.t('Show Status') });
  return { asked: question, command: CHAT_COMMANDS.ask, entityRefs: [...pack.passages, ...pack.nearest].flatMap(({ entityRefs }) => entityRefs) };
}

async function walk(entityRef: string, tools: TurnTools, signal: AbortSignal): Promise<Turn> {
  const { service, stream } = tools;
  const pack = await unlessEnded(service.expand({ entityRef, limit: EDGES }, WAITING, progressOn(stream)), signal);
  await show(graphPartsOf(pack), tools);
  const isKnown = pack.nodes.length > 0;
  if (isKnown) stream.button({ command: COMMANDS.expandEntity, title: vscode.l10n.t('Show in the Graph'), arguments: [{ entityRef: pack.entityRef }] });
  return { asked: pack.entityRef, command: CHAT_COMMANDS.graph, entityRefs: pack.nodes.map(({ ref }) => ref) };
}

async function findCode(task: string, tools: TurnTools, signal: AbortSignal): Promise<Turn> {
  const { service, stream } = tools;
  const turn: Turn = { asked: task, command: CHAT_COMMANDS.code, entityRefs: [] };
  const all = await unlessEnded(service.repositories(), signal);
  if (all.length === 0) {
    stream.markdown(vscode.l10n.t('No repository was found in the open folders.'));
    return turn;
  }
  const asked = all.slice(0, MAXIMUM_TARGETS);
  const args = {
    targets: asked.map((id) => ({ id })),
    payload: { task, limit: SYMBOLS_EACH, includeSnippet: false },
    budget: { bytes: BYTES_EACH * asked.length },
  };
  const tellProgress = progressOn(stream);
  const pack = await unlessEnded(
    service.workspaceCodeContext(
      args,
      WAITING,
      { signal, onNotice: () => undefined, onRow: ({ id }) => stream.progress(vscode.l10n.t('{0} has answered', id)) },
      tellProgress,
    ),
    signal,
  );
  await show(pack.repositories.flatMap(codePartsOf), tools);
  if (all.length > asked.length) {
    stream.markdown(`\n\n${vscode.l10n.t('Not asked, because one call asks {0} repositories at most: {1}.', MAXIMUM_TARGETS, all.slice(MAXIMUM_TARGETS).map(literalLine).join(', '))}`);
  }
  stream.button({ command: COMMANDS.findCode, title: vscode.l10n.t('Open in the Panel'), arguments: [{ repositories: asked, task }] });
  return turn;
}

const TURNS = { [CHAT_COMMANDS.ask]: ask, [CHAT_COMMANDS.graph]: walk, [CHAT_COMMANDS.code]: findCode } as const;

/** What to write after a command that was sent without anything. */
function hintOf(command: ChatCommand): string {
  switch (command) {
    case CHAT_COMMANDS.ask:
      return vscode.l10n.t('Write a question behind it, for example: How do we rotate the secrets of billing-worker?');
    case CHAT_COMMANDS.graph:
      return vscode.l10n.t('Write the name of an entity behind it, for example: /graph billing-worker');
    case CHAT_COMMANDS.code:
      return vscode.l10n.t('Write a task behind it, for example: /code retry a failed invoice');
  }
}

/**
 * Answers one request. No language model takes part in it.
 * @returns what may be asked next; null when nothing was asked.
 * @throws vscode.CancellationError when the person gave up, and what the service throws.
 */
export async function answerTurn(command: ChatCommand, prompt: string, tools: TurnTools): Promise<Turn | null> {
  const asked = prompt.trim();
  if (asked === '') {
    tools.stream.markdown(literalLine(hintOf(command)));
    return null;
  }
  const { signal, end } = signalOf(tools.token);
  try {
    return await TURNS[command](asked, tools, signal);
  } finally {
    end();
  }
}

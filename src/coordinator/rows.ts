import { type CodePack, codePackSchema, CURSOR_BYTES, type Evidence } from '../contract/codeTool';
import { type CodeResult, type RepositoryRow, ROW_FIELDS, type RowErrorCode } from '../contract/coordinatorTool';
import { WorkspaceContextError } from '../contract/errors';
import { jsonBytes, utf8Bytes } from '../contract/jsonBytes';
import { isStructurallyPartial, isStructurallyTruncated } from './completeness';
import type { Outcome } from './dispatch';
import type { PathRemover } from './physicalPaths';
import { type PlainData, plainDataOf, plainProperty } from './plainData';

/** What every row of a call is made with. */
export interface RowMaking {
  readonly provider: string;
  readonly implementation: string;
  readonly paths: PathRemover;
  /** Bytes of JSON of a row, its cursors aside. */
  readonly rowBytes: number;
  readonly answerBytes: number;
}

interface RowError {
  readonly code: RowErrorCode;
  readonly message: string;
}

/** A sentence of the provider's is cut here, in UTF-16 units. */
const MESSAGE_LIMIT = 500;

const CURSOR_TOO_LONG = `The provider's cursor was left out: it is longer than ${CURSOR_BYTES} bytes. Narrow the task, the scope or the limit to see what follows.`;
const CURSOR_TELLS_FOLDERS = "The provider's cursor was left out: it names folders of this machine. Narrow the task, the scope or the limit to see what follows.";
const OWN_CURSOR_TELLS_FOLDERS = 'The cursor of the call is not repeated here: it names folders of this machine.';

const FAILED: RowError = { code: 'internal', message: 'Asking about this repository failed inside the provider; ask again, or leave the repository out.' };
const UNUSABLE: RowError = {
  code: 'unusable-answer',
  message: 'The provider returned something that is no answer of code.context about this repository; ask again, or leave the repository out.',
};
const tooLarge = (bytes: number): RowError => ({
  code: 'answer-too-large',
  message: `The answer was larger than this repository's share of the budget (${bytes} bytes); raise "budget.bytes", or ask fewer repositories at once.`,
});

function errorOfEnd(kind: 'cancelled' | 'out-of-time' | 'moved', started: boolean): RowError {
  switch (kind) {
    case 'cancelled':
      return started
        ? { code: 'cancelled', message: 'The call was cancelled while this repository was being asked; ask again.' }
        : { code: 'cancelled-before-start', message: 'The call was cancelled before this repository was asked; ask again.' };
    case 'out-of-time':
      return {
        code: 'out-of-time',
        message: started
          ? "The answer took longer than this repository's share of the time; raise \"budget.millis\", or ask fewer repositories at once."
          : 'The time of the call was over before this repository was asked; raise "budget.millis", or ask fewer repositories at once.',
      };
    case 'moved':
      return { code: 'repository-moved', message: 'The folder of this repository is no longer where it was when the call was checked; ask again.' };
  }
}

function cut(text: string): string {
  return text.length <= MESSAGE_LIMIT ? text : `${text.slice(0, MESSAGE_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** What of something thrown may be told: the sentence of an error made for the caller, and nothing of any other one. */
function errorOfThrown(thrown: unknown, paths: PathRemover): RowError {
  try {
    if (!(thrown instanceof WorkspaceContextError) || thrown.code === 'internal') return FAILED;
    return { code: thrown.code, message: cut(paths.text(thrown.message)) };
  } catch {
    return FAILED;
  }
}

type Cursors = Pick<RepositoryRow, 'cursor' | 'nextCursor'>;

function rowWithout(id: string, outcome: Outcome, error: RowError, cursors: Cursors, making: RowMaking, notices: readonly string[] = []): RepositoryRow {
  const { provider, implementation, paths } = making;
  return {
    id,
    started: outcome.started,
    evidence: [],
    provider: paths.text(provider),
    implementation: paths.text(implementation),
    notices: [...notices],
    outOfScope: 0,
    ...cursors,
    error,
    partial: true,
    truncated: error.code === 'answer-too-large',
  };
}

/** What remains of an answer that is one of code.context about this repository, whatever else it holds; null of anything else. */
function packIn(data: PlainData, id: string): CodePack | null {
  const checked = codePackSchema.safeParse(data);
  // What a provider tells beside its answer is no fault of the answer.
  const isWrong = checked.error?.issues.some(({ code }) => code !== 'unrecognized_keys') === true;
  const pack = data as unknown as CodePack;
  return isWrong || pack.repo !== id ? null : pack;
}

interface NextCursor {
  readonly cursor: string | undefined;
  /** Why it is left out; null when it is not. */
  readonly fault: string | null;
}

/** The provider's cursor, unless it may not be handed on. Nothing in it is changed. */
function nextCursorOf(answer: unknown, paths: PathRemover): NextCursor | null {
  const cursor = plainProperty(answer, 'nextCursor');
  if (cursor === undefined || cursor === null || cursor === '') return { cursor: undefined, fault: null };
  if (typeof cursor !== 'string') return null;
  // No byte needs more than one unit, so the longest are not even encoded.
  if (cursor.length > CURSOR_BYTES || utf8Bytes(cursor) > CURSOR_BYTES) return { cursor: undefined, fault: CURSOR_TOO_LONG };
  return paths.finds(cursor) ? { cursor: undefined, fault: CURSOR_TELLS_FOLDERS } : { cursor, fault: null };
}

const isIncomplete = (evidence: readonly Evidence[]): boolean => evidence.length === 0 || evidence.some(({ completeness }) => completeness !== 'complete');

/** What of an answer the row does not tell itself. */
function resultOf(pack: CodePack): CodeResult {
  const fields: readonly string[] = ROW_FIELDS;
  return Object.fromEntries(Object.entries(pack).filter(([name]) => !fields.includes(name))) as unknown as CodeResult;
}

/** The first notices, as many as leave the row within its bytes. */
function fittedNotices(row: RepositoryRow, bytes: number): RepositoryRow {
  let fitted = row;
  while (fitted.notices.length > 0 && jsonBytes(fitted) > bytes) fitted = { ...fitted, notices: fitted.notices.slice(0, -1) };
  return fitted;
}

function rowOfAnswer(id: string, outcome: Extract<Outcome, { kind: 'answered' }>, cursors: Cursors, making: RowMaking, notices: readonly string[]): RepositoryRow {
  const { provider, implementation, paths, rowBytes, answerBytes } = making;
  const without = (error: RowError): RepositoryRow => rowWithout(id, outcome, error, cursors, making, notices);
  const next = nextCursorOf(outcome.answer, paths);
  if (next === null) return without(UNUSABLE);
  const copied = plainDataOf(outcome.answer, { bytes: answerBytes, except: ['nextCursor'] });
  if ('fault' in copied) return without(copied.fault === 'too-large' ? tooLarge(answerBytes) : UNUSABLE);
  if (packIn(copied.data, id) === null) return without(UNUSABLE);
  const pack = paths.data(copied.data) as unknown as CodePack;
  // A path may have become longer, and the data were only counted roughly.
  if (jsonBytes(pack) > answerBytes) return without(tooLarge(answerBytes));
  const hasMore = next.cursor !== undefined || next.fault !== null;
  const truncated = next.fault !== null || isStructurallyTruncated(copied.data) || pack.evidence.some(({ completeness }) => completeness === 'source_trimmed');
  const row = fittedNotices(
    {
      id,
      started: true,
      result: resultOf(pack),
      evidence: pack.evidence,
      provider: paths.text(provider),
      implementation: paths.text(implementation),
      notices: [...(next.fault === null ? [] : [next.fault]), ...notices, ...pack.notices],
      outOfScope: pack.outOfScope,
      partial: hasMore || truncated || isStructurallyPartial(copied.data) || isIncomplete(pack.evidence),
      truncated,
    },
    rowBytes,
  );
  if (jsonBytes(row) > rowBytes) return without(tooLarge(answerBytes));
  return { ...row, ...cursors, ...(next.cursor === undefined ? {} : { nextCursor: next.cursor }) };
}

/**
 * The row of one repository. Whatever the provider did, the row is data that is safe to tell: no folder of the machine is
 * in it, and nothing of it is larger than its share, cursors aside.
 * @param cursor where the call asked the answer to begin.
 */
export function rowOf(id: string, cursor: string | undefined, outcome: Outcome, making: RowMaking): RepositoryRow {
  const isTelling = cursor !== undefined && making.paths.finds(cursor);
  const cursors: Cursors = cursor === undefined || isTelling ? {} : { cursor };
  const notices = isTelling ? [OWN_CURSOR_TELLS_FOLDERS] : [];
  switch (outcome.kind) {
    case 'answered':
      return rowOfAnswer(id, outcome, cursors, making, notices);
    case 'failed':
      return rowWithout(id, outcome, errorOfThrown(outcome.thrown, making.paths), cursors, making, notices);
    case 'cancelled':
    case 'out-of-time':
    case 'moved':
      return rowWithout(id, outcome, errorOfEnd(outcome.kind, outcome.started), cursors, making, notices);
  }
}

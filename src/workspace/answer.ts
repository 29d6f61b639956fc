import { OWN_REPOSITORY_REF } from '../contract/candidates';
import { repositoryRefOf } from '../contract/entityRef';
import type { DegradedFlag } from '../contract/flags';
import type { EntityRef, LastRun } from '../contract/model';
import type { ContextPack, PassageRow, WorkspaceContextRequest } from '../contract/tools';
import type { Graph } from '../graph/graph';
import { declaredTitleOf, neighborhoodOf } from '../graph/neighborhood';
import { analyzeQuestion, type Question } from '../ranking/question';
import { nearestPassages, type RankedPassage, type RankedRepository, rankPassages } from '../ranking/rank';
import { explainScore } from '../ranking/why';
import type { SearchableRepository } from '../ports/store';
import { sourceRefOf, sourceUriOf } from './citation';
import { emptyPack } from './emptyAnswers';
import type { ExpandPicture } from './expandAnswer';
import type { QuestionMeaning } from './meaning';
import type { Member } from './members';
import { fittedPack } from './packBudget';
import type { Past } from './pastGraph';
import type { LastRuns } from './runs';

/** What an answer is made from. */
export interface Picture {
  readonly workspace: string;
  readonly members: readonly Member[];
  readonly graph: Graph;
}

type SearchableMember = Member & { readonly searchable: SearchableRepository; readonly lastRun: LastRun | null };

/** The oldest moment at which a part of the picture was verified; null when nothing is indexed. */
export function indexedAtOf(members: readonly Member[]): string | null {
  const times = members.flatMap(({ snapshot }) => (snapshot === null ? [] : [snapshot.verifiedAt]));
  return times.length === 0 ? null : times.reduce((oldest, time) => (time < oldest ? time : oldest));
}

function degradedFlags(members: readonly Member[], capped: boolean): DegradedFlag[] {
  const flags: DegradedFlag[] = [];
  if (members.some((member) => member.snapshot === null && !member.unreadable)) flags.push('index-cold');
  if (capped) flags.push('candidates-capped');
  if (members.some((member) => member.unreadable)) flags.push('scope-unreadable');
  return flags;
}

function noticesOf(members: readonly Member[]): string[] {
  return members.flatMap((member) => [
    ...(member.problem === null ? [] : [`${member.id}: ${member.problem}`]),
    ...(member.snapshot?.git.notices ?? []).map((notice) => `${member.id}: ${notice}`),
  ]);
}

/** The flags with those of the past after them, each once. */
function withPastFlags(flags: readonly DegradedFlag[], past: Past | null): DegradedFlag[] {
  return [...new Set([...flags, ...(past?.degraded ?? [])])];
}

/** The same picture for workspace_expand: the graph as it is now, or as it was. */
export function expandPictureOf({ workspace, members, graph }: Picture, past: Past | null): ExpandPicture {
  return {
    workspace,
    graph: past?.graph ?? graph,
    indexedAt: indexedAtOf(members),
    asOf: past?.asOf ?? null,
    commits: past?.commits ?? new Map(members.map(({ id, snapshot }) => [id, snapshot?.git.head ?? null])),
    degraded: withPastFlags(degradedFlags(members, false), past),
    notices: [...noticesOf(members), ...(past?.notices ?? [])],
  };
}

/**
 * Answers a question from what is indexed, ranked by the contract at `nowMs`. The last recorded run
 * counts whatever that clock says: nothing older is kept. Of the past only the neighborhood is taken: passages and
 * their scores, the entities a question names among them, are always of now.
 */
export function answerFrom(
  picture: Picture,
  request: WorkspaceContextRequest,
  nowMs: number,
  lastRuns: LastRuns,
  past: Past | null,
  meaning: QuestionMeaning,
): ContextPack {
  const question = analyzeQuestion(request.question);
  const members = picture.members.flatMap(({ searchable, ...member }): SearchableMember[] =>
    searchable === null ? [] : [{ ...member, searchable, lastRun: lastRuns.get(member.key) ?? null }],
  );
  const terms = question.terms.map(({ term }) => term);
  const ranked = members.map(
    (member): RankedRepository => ({
      id: member.id,
      ownRef: repositoryRefOf(member.id),
      lastRun: member.lastRun,
      candidates: member.searchable.candidates(terms, meaning.vector),
    }),
  );
  const context = {
    now: nowMs,
    titleOf: (ref: EntityRef): string | null => declaredTitleOf(picture.graph, ref),
  };
  const { passages, capped } = rankPassages(question, ranked, context, request.limit);
  const nearest = nearestPassages(question, ranked, context, passages);
  const row = (passage: RankedPassage): PassageRow => rowOf(question, members, passage, nowMs, meaning.model);
  const pack: ContextPack = {
    ...emptyPack(request, picture.workspace, nowMs),
    indexedAt: indexedAtOf(picture.members),
    asOf: past?.asOf ?? null,
    passages: passages.map(row),
    nearest: nearest.map(row),
    embedding: { model: meaning.model, state: meaning.state },
    degraded: withPastFlags(degradedFlags(picture.members, capped), past),
    notices: [...noticesOf(picture.members), ...(past?.notices ?? []), ...meaning.notices],
  };
  if (past !== null && pack.passages.length + pack.nearest.length > 0) pack.degraded.push('as-of-chunks-approximate');
  if (meaning.state === 'pending' && members.length > 0) pack.degraded.push('embeddings-pending');
  const cited = [...new Set([...pack.passages, ...pack.nearest].flatMap((cite) => cite.entityRefs))];
  return fittedPack({ ...pack, neighborhood: neighborhoodOf(past?.graph ?? picture.graph, cited) });
}

function rowOf(
  question: Question,
  members: readonly SearchableMember[],
  ranked: RankedPassage,
  nowMs: number,
  model: string,
): PassageRow {
  const member = members[ranked.repositoryIndex];
  if (member === undefined) throw new RangeError('a ranked passage names no repository');
  const { document, headings, text, lines } = member.searchable.passage(ranked.handle);
  const { snapshot } = member.searchable;
  const headingPath = [document.title, ...headings];
  return {
    entityRefs: document.entityRefs.map((ref) => (ref === OWN_REPOSITORY_REF ? repositoryRefOf(member.id) : ref)),
    attachedBy: document.attachedBy,
    sourceKind: document.sourceKind,
    sourceRef: sourceRefOf(member.id, document.path),
    lines,
    sourceCommit: snapshot.git.head,
    changedAt: document.changedAt,
    dirty: document.dirty,
    sourceUri: sourceUriOf(member.id, snapshot.git, document, lines),
    title: document.title,
    headingPath,
    text,
    score: ranked.score,
    why: explainScore(
      question,
      ranked.factors,
      {
        title: document.title,
        headingPath,
        text,
        changedAt: document.changedAt,
        named: ranked.named,
        repositoryId: member.id,
        lastRun: member.lastRun,
      },
      { now: nowMs, model },
    ),
  };
}

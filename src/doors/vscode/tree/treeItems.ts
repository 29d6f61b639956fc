import * as l10n from '@vscode/l10n';
import type { SourceKind } from '../../../contract/model';
import type { OutlineDocument, OutlineEntity, OutlineRepository } from '../../../contract/outline';
import { ageOf, shortCommitOf } from '../../../wording/age';
import { countOf } from '../../../wording/count';
import { embeddedOf, meaningOf } from '../../../wording/embedding';
import { grouped } from '../../../wording/grouped';
import { runningOf } from '../../../wording/running';
import { skipReasonOf } from '../../../wording/skipReason';
import { harmlessLine } from '../../../workspace/harmlessText';
import { plainMarkdown } from '../plainMarkdown';
import { embeddedSoFarOf } from '../statusBarView';
import { hasChildren } from './treeChildren';
import type { TreeNode } from './treeNodes';

/** How a node is shown. */
export interface TreeRow {
  readonly label: string;
  readonly description: string;
  /** Markdown in which nothing that comes from a file is anything but text. */
  readonly tooltip: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The id of a theme's colour for the icon; null: that of the text. */
  readonly color: string | null;
  readonly collapse: 'none' | 'collapsed' | 'expanded';
  /** What `when` clauses of menus know the node by. */
  readonly context: string;
  /** What a screen reader says. */
  readonly spoken: string;
}

const WARNING = 'list.warningForeground';

/** The icon of each kind of entity that has one of its own. */
const KIND_ICONS: Readonly<Record<string, string>> = {
  repo: 'repo',
  domain: 'globe',
  system: 'layers',
  component: 'package',
  api: 'plug',
  resource: 'database',
  group: 'organization',
  user: 'person',
  location: 'location',
};

const KIND_OF_SOURCE_ICONS: Readonly<Record<SourceKind, string>> = { catalog_doc: 'file', repo_overview: 'book', epic_doc: 'milestone' };

function sourceKindOf(kind: SourceKind): string {
  switch (kind) {
    case 'catalog_doc':
      return l10n.t('document');
    case 'repo_overview':
      return l10n.t('overview');
    case 'epic_doc':
      return l10n.t('epic');
  }
}

const joined = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' · ');

/** A title in bold, then a paragraph of each line; all of it text. */
const markdownOf = (title: string, lines: readonly (string | null)[]): string =>
  [`**${plainMarkdown(title)}**`, ...lines.flatMap((line) => (line === null ? [] : [plainMarkdown(line)]))].join('\n\n');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `sourceRef` without its repository: what stands below a repository need not name it. */
const pathOf = (sourceRef: string): string => sourceRef.slice(sourceRef.indexOf('/') + 1);

type Shown = Omit<TreeRow, 'collapse' | 'spoken'>;

function repositoryRow(repository: OutlineRepository, now: string): Shown {
  const { id, branch, head, git, verifiedAt, stale, running, problem, embedding, skipped, notices } = repository;
  const commit = head === null ? null : shortCommitOf(head);
  const changed = stale === null || stale === 0 ? null : l10n.t('{0} changed', grouped(stale));
  const age = verifiedAt === null ? null : ageOf(verifiedAt, now);
  const state = running !== null ? runningOf(running) : (age ?? l10n.t('not indexed yet'));
  const left = skipped.reduce((sum, { count }) => sum + count, 0);
  const isWrong = problem !== null && running === null;
  return {
    label: id,
    description: joined([branch ?? commit, state, running === null ? changed : null]),
    tooltip: markdownOf(id, [
      problem,
      branch === null ? null : l10n.t('branch {0}', branch),
      commit === null ? null : l10n.t('commit {0}', commit),
      verifiedAt === null
        ? l10n.t('Nothing is indexed yet.')
        : joined([countOf(repository.documents, 'document'), countOf(repository.passages, 'passage'), countOf(repository.entities, 'entity')]),
      age === null ? null : l10n.t('Compared with the files {0}.', age),
      changed === null ? null : l10n.t('{0} changed since, as the last status found.', countOf(stale ?? 0, 'document')),
      running === null ? null : sentence(runningOf(running)),
      embedding === null ? null : sentence(embeddedOf(embedding)),
      left === 0 ? null : l10n.t('Left out: {0}', grouped(left)),
      notices === 0 ? null : l10n.t('Notices: {0}', grouped(notices)),
    ]),
    icon: running !== null ? 'sync~spin' : isWrong ? 'warning' : git === 'repository' ? 'repo' : 'folder',
    color: isWrong ? WARNING : null,
    context: 'repository',
  };
}

function entityRow({ ref, kind, name, title, derived, documents, declaredAt }: OutlineEntity): Shown {
  const label = title ?? name;
  return {
    label,
    description: joined([kind, documents === 0 ? null : countOf(documents, 'document')]),
    tooltip: markdownOf(label, [
      ref,
      countOf(documents, 'document'),
      declaredAt === null
        ? l10n.t('Declared in another repository, or nowhere.')
        : derived
          ? l10n.t('Read from {0}, line {1}.', declaredAt.sourceRef, declaredAt.line)
          : l10n.t('Declared in {0}, line {1}.', declaredAt.sourceRef, declaredAt.line),
    ]),
    icon: KIND_ICONS[kind] ?? 'symbol-misc',
    color: null,
    context: declaredAt === null ? 'entity' : 'entity.declared',
  };
}

function documentRow({ sourceRef, title, sourceKind, passages, changedAt, dirty }: OutlineDocument, now: string): Shown {
  return {
    label: title,
    description: joined([sourceKindOf(sourceKind), pathOf(sourceRef)]),
    tooltip: markdownOf(title, [
      sourceRef,
      joined([sourceKindOf(sourceKind), countOf(passages, 'passage')]),
      changedAt === null ? null : l10n.t('Last committed change {0}.', ageOf(changedAt, now)),
      dirty ? l10n.t('Its text is not the committed one.') : null,
    ]),
    icon: KIND_OF_SOURCE_ICONS[sourceKind],
    color: null,
    context: 'document',
  };
}

function shown(node: TreeNode, now: string): Shown {
  switch (node.kind) {
    case 'embedding': {
      const { embedding } = node;
      return {
        label: l10n.t('Embedding {0} of {1}', grouped(embedding.done), grouped(embedding.total)),
        description: embedding.waiting === null ? '' : l10n.t('waiting'),
        tooltip: markdownOf(l10n.t('Comparing by meaning'), [embeddedSoFarOf(embedding), sentence(meaningOf(embedding)), ...embedding.notices]),
        icon: embedding.waiting === null ? 'sync~spin' : 'debug-pause',
        color: null,
        context: 'embedding',
      };
    }
    case 'repository':
      return repositoryRow(node.repository, now);
    case 'entity':
      return entityRow(node.entity);
    case 'document':
      return documentRow(node.document, now);
    case 'skipped': {
      const count = node.skipped.reduce((sum, one) => sum + one.count, 0);
      return {
        label: l10n.t('Skipped ({0})', grouped(count)),
        description: '',
        tooltip: markdownOf(l10n.t('Left out of the index'), node.skipped.map((one) => `${skipReasonOf(one.reason)}: ${grouped(one.count)}`)),
        icon: 'circle-slash',
        color: null,
        context: 'skipped',
      };
    }
    case 'reason':
      return {
        label: sentence(skipReasonOf(node.reason)),
        description: grouped(node.count),
        tooltip: markdownOf(sentence(skipReasonOf(node.reason)), [countOf(node.count, 'file')]),
        icon: 'list-unordered',
        color: null,
        context: 'reason',
      };
    case 'file':
      return {
        label: pathOf(node.sourceRef),
        description: '',
        tooltip: markdownOf(node.sourceRef, [l10n.t('Left out: {0}', skipReasonOf(node.reason))]),
        icon: 'file',
        color: null,
        context: 'file',
      };
    case 'notices':
      return {
        label: l10n.t('Notices ({0})', grouped(node.count)),
        description: '',
        tooltip: markdownOf(l10n.t('What to know about the files of this repository'), []),
        icon: 'warning',
        color: WARNING,
        context: 'notices',
      };
    case 'notice': {
      const { sourceRef, line, message } = node.notice;
      const place = sourceRef === null ? '' : `${pathOf(sourceRef)}${line === null ? '' : `:${line}`}`;
      return {
        label: message,
        description: place,
        tooltip: markdownOf(sourceRef === null ? l10n.t('The whole repository') : place, [message]),
        icon: 'info',
        color: null,
        context: sourceRef === null ? 'notice' : 'notice.file',
      };
    }
    case 'more':
      return {
        label: l10n.t('Show more…'),
        description: l10n.t('{0} of {1} shown', grouped(node.shown), grouped(node.total)),
        tooltip: '',
        icon: 'ellipsis',
        color: null,
        context: 'more',
      };
  }
}

function collapseOf(node: TreeNode): TreeRow['collapse'] {
  if (!hasChildren(node)) return 'none';
  return node.kind === 'repository' && node.isOnly ? 'expanded' : 'collapsed';
}

/**
 * How a node is shown; names and texts of files are shown as they are, without what would hide or reorder them.
 * @param now ISO time that ages are counted to.
 */
export function rowOf(node: TreeNode, now: string): TreeRow {
  const row = shown(node, now);
  const [label, description] = [harmlessLine(row.label), harmlessLine(row.description)];
  return { ...row, label, description, collapse: collapseOf(node), spoken: [label, description].filter((part) => part !== '').join(', ') };
}

/** What stands beside the name of the view: how much is indexed. */
export function summaryOf(roots: readonly TreeNode[]): string {
  const repositories = roots.flatMap((node) => (node.kind === 'repository' ? [node.repository] : []));
  const documents = repositories.reduce((sum, repository) => sum + repository.documents, 0);
  return repositories.length === 0 ? '' : joined([countOf(repositories.length, 'repository'), countOf(documents, 'document')]);
}

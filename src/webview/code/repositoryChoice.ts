import { MAXIMUM_TARGETS } from '../../contract/constants';

/** Which repositories are to be asked, of those that are open. */
export interface RepositoryChoice {
  /** Null: not known yet. */
  readonly open: readonly string[] | null;
  /** Null: nobody chose, so all are, unless there are too many to ask at once. */
  readonly chosen: ReadonlySet<string> | null;
}

/** The repositories to ask, in the order they are listed in; those that were chosen and are not open any more are not among them. */
export function chosenOf({ open, chosen }: RepositoryChoice): readonly string[] {
  if (open === null) return [...(chosen ?? [])];
  if (chosen !== null) return open.filter((id) => chosen.has(id));
  return open.length <= MAXIMUM_TARGETS ? open : [];
}

/** Whether no more can be chosen. */
export const isFull = (choice: RepositoryChoice): boolean => chosenOf(choice).length >= MAXIMUM_TARGETS;

/** The choice of these; where they are all there is, those that are opened later are chosen, too. */
export function withChosen({ open }: RepositoryChoice, ids: readonly string[]): RepositoryChoice {
  const isAll = open !== null && open.length <= MAXIMUM_TARGETS && open.length === ids.length && open.every((id) => ids.includes(id));
  return { open, chosen: isAll ? null : new Set(ids) };
}

/** The choice with one repository more or less; null where it would be one too many. */
export function toggled(choice: RepositoryChoice, id: string): RepositoryChoice | null {
  const chosen = chosenOf(choice);
  if (chosen.includes(id)) return withChosen(choice, chosen.filter((one) => one !== id));
  return isFull(choice) ? null : withChosen(choice, [...chosen, id]);
}

/** Those of the open repositories whose id holds what is typed, in any case. */
export function filteredBy(open: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  return open.filter((id) => id.toLowerCase().includes(wanted));
}

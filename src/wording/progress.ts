import { grouped } from './grouped';

/** How far something is, in the shape in which the core tells it. */
interface Progress {
  readonly repositoryId: string;
  readonly step: 'indexing' | 'embedding';
  readonly done: number;
  readonly total: number;
}

const STEPS = { indexing: ['indexing', 'documents'], embedding: ['embedding', 'passages'] } as const;

/** `indexing shop-api: 12 of 318 documents`. */
export function progressOf({ repositoryId, step, done, total }: Progress): string {
  const [doing, what] = STEPS[step];
  return `${doing} ${repositoryId}: ${grouped(done)} of ${grouped(total)} ${what}`;
}

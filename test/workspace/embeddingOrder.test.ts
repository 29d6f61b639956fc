import { describe, expect, it } from 'vitest';
import type { DocumentRecord, FileStamp } from '../../src/ports/store';
import { embeddingOrderOf } from '../../src/workspace/embeddingOrder';

const document = (path: string, sourceKind: DocumentRecord['sourceKind'] = 'catalog_doc') => ({ path, sourceKind }) as DocumentRecord;
const stamp = (path: string, size: number) => ({ path, size }) as FileStamp;

describe('embeddingOrderOf', () => {
  it('puts overviews first, then short documents, and keeps the order of equals', () => {
    const documents = [document('long.md'), document('b.md'), document('README.md', 'repo_overview'), document('a.md'), document('tiny.md')];
    const stamps = [stamp('tiny.md', 1), stamp('a.md', 20), stamp('b.md', 20), stamp('README.md', 900), stamp('long.md', 5_000)];
    expect(embeddingOrderOf({ documents, stamps })).toEqual([2, 4, 1, 3, 0]);
  });

  it('names every document once, whatever is known of it', () => {
    expect(embeddingOrderOf({ documents: [document('a.md'), document('b.md')], stamps: [] })).toEqual([0, 1]);
  });
});

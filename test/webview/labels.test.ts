import { describe, expect, it } from 'vitest';
import { SOURCE_KINDS } from '../../src/contract/model';
import { entityLabelOf, lineSuffixOf, sourceKindLabelOf, summaryOf } from '../../src/webview/labels';
import { contextPack } from '../doors/vscodePack';

describe('labels', () => {
  it('leave the namespace default out of an entity and keep any other', () => {
    expect(entityLabelOf('component:default/billing-worker')).toBe('component:billing-worker');
    expect(entityLabelOf('system:platform/vault')).toBe('system:platform/vault');
  });

  it('give lines as editors understand them after a path', () => {
    expect(lineSuffixOf({ start: 4, end: 9 })).toBe(':4-9');
    expect(lineSuffixOf({ start: 4, end: 4 })).toBe(':4');
  });

  it('name every kind of source differently', () => {
    expect(new Set(SOURCE_KINDS.map(sourceKindLabelOf)).size).toBe(SOURCE_KINDS.length);
  });

  it('sum an answer up, fresh or not indexed', () => {
    expect(summaryOf(contextPack(1))).toBe('1 passage from shop · index verified 2 minutes ago · by words alone');
    expect(summaryOf(contextPack(0, { indexedAt: null, embedding: { model: 'm', state: 'ready' } }))).toBe('No passages from shop · not indexed yet');
  });
});

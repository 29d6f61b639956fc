import { describe, expect, it } from 'vitest';
import { DEGRADED_FLAG_NAMES } from '../../src/contract/flags';
import { emptyAnswerOf, entityLabelOf, FLAG_LABELS, lineSuffixOf, summaryOf } from '../../src/webview/labels';
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

  it('name every flag of the contract', () => {
    expect(Object.keys(FLAG_LABELS).sort()).toEqual([...DEGRADED_FLAG_NAMES].sort());
  });

  it('sum an answer up, fresh or not indexed', () => {
    expect(summaryOf(contextPack(1))).toBe('1 passage from shop · index verified 2 minutes ago');
    expect(summaryOf(contextPack(0, { indexedAt: null }))).toBe('No passages from shop · not indexed yet');
  });

  it('tell an empty answer from one that came too early', () => {
    expect(emptyAnswerOf(contextPack(0, { degraded: ['index-cold'] }))).toContain('being built');
    expect(emptyAnswerOf(contextPack(0))).toContain('Nothing in this workspace');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNamedEntity, nameInRef } from '../../src/ranking/namedEntity';
import { analyzeQuestion } from '../../src/ranking/question';
import { recomputeNames } from './recompute';

const orders = { ref: 'api:default/orders', title: null };
const worker = { ref: 'component:default/billing-worker', title: 'Billing Worker' };
const billing = { ref: 'component:default/billing', title: null };

const named = (question: string, ...entities: { ref: string; title: string | null }[]) =>
  findNamedEntity(analyzeQuestion(question), entities);

describe('findNamedEntity', () => {
  it('finds a ref as one token', () => {
    expect(named('who owns component:default/billing-worker?', worker)).toEqual({
      ref: worker.ref,
      by: 'ref',
      words: 'component:default/billing-worker',
    });
  });

  it('finds a name whatever its case, and reports it as the question writes it', () => {
    expect(named('restart Billing-WORKER now', worker)).toMatchObject({ by: 'name', words: 'Billing-WORKER' });
  });

  it('finds a title as consecutive words, an English ending and punctuation aside', () => {
    expect(named("the billing worker's queue", worker)).toMatchObject({ by: 'title', words: 'billing worker' });
    expect(named('worker for billing', worker)).toBeNull();
    expect(named('billing the worker', worker)).toBeNull();
  });

  it('takes whole tokens only', () => {
    expect(named('GET /v1/orders/{id}', orders)).toBeNull();
    expect(named('restart billing-worker', billing)).toBeNull();
    expect(named('reorders', orders)).toBeNull();
    expect(named('ordering', orders)).toBeNull();
    expect(named('GET /orders', orders)).not.toBeNull();
  });

  it('does not take the end of the question for more than it is', () => {
    expect(named('what does the billing', worker)).toBeNull();
  });

  it('finds a title after a false start', () => {
    expect(named('billing of the billing worker', worker)?.words).toBe('billing worker');
  });

  it('reports the longest match, whatever the order of the entities', () => {
    expect(named('billing and billing worker', billing, worker)?.ref).toBe(worker.ref);
    expect(named('billing and billing worker', worker, billing)?.ref).toBe(worker.ref);
  });

  it('prefers the name to a title that is the same, and of two equals the first', () => {
    expect(named('orders', { ...orders, title: 'Orders' })?.by).toBe('name');
    expect(named('orders', orders, { ref: 'system:default/orders', title: null })?.ref).toBe(orders.ref);
  });

  it('is never named by a name without any token, nor by a question without any', () => {
    expect(named('--- what?', { ref: 'component:default/---', title: '!!!' })).toBeNull();
    expect(named('', worker)).toBeNull();
  });

  it('agrees with an independent reading on random questions', () => {
    const word = fc.constantFrom(
      ...['billing', 'worker', 'billing-worker', 'Orders', 'API', 'the', '/orders', "worker's", ','],
    );
    const questions = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    const titles = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
    const refs = fc.constantFrom(orders.ref, worker.ref, billing.ref, 'component:default/the');
    fc.assert(
      fc.property(questions, refs, titles, (question, ref, title) => {
        expect(named(question, { ref, title }) !== null).toBe(recomputeNames(question, ref, title));
      }),
    );
  });
});

describe('nameInRef', () => {
  it('is what follows the namespace', () => {
    expect(nameInRef('component:default/billing-worker')).toBe('billing-worker');
  });

  it('keeps a slash of its own: a repository may be called after its parent folder too', () => {
    expect(nameInRef('repo:default/clones/shop')).toBe('clones/shop');
  });
});

import { describe, expect, it } from 'vitest';
import { taskOf } from '../../src/code/task';

const namesIn = (text: string, keywords: readonly string[] = []): string[] => taskOf(text, keywords).names.map(({ surface }) => surface);

describe('the names a task holds', () => {
  it.each([
    ['make settleOrder idempotent', ['settleOrder']],
    ['raise MAX_RETRIES and __init__', ['MAX_RETRIES', '__init__']],
    ['call charge() twice', ['charge']],
    ['the `charge` function', ['charge']],
    ['Cart::total or Cart#add', ['Cart::total', 'Cart#add']],
    ['HTTPServer stops', ['HTTPServer']],
    // Plain words are words, be they names of something or not.
    ['charge the card again', []],
    ['Fix payment (again) and e.g. this', []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it('are keywords, too, and a task that is one word', () => {
    expect(namesIn('why is it slow', ['charge', 'Cart.add()'])).toEqual(['charge', 'Cart.add']);
    expect(namesIn('charge')).toEqual(['charge']);
  });

  it('are routes by their path', () => {
    expect(taskOf('what serves /orders/{id} and /health?', []).routes).toEqual(['/orders/{id}', '/health']);
  });

  it.each([
    ['billing: charge twice', ['bill']],
    ['fix(billing-worker): charge twice', ['billing-worker', 'bill', 'worker']],
    ['feat: charge twice', []],
    ['Charge twice', []],
    ['Whenever a card is charged twice it fails: look into it', []],
    ['a url is http://shop/cart', []],
  ])('is of an area where it begins with one: %s', (text, area) => {
    expect([...taskOf(text, []).area]).toEqual(area);
  });
});

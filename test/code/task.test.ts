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

  it.each([
    ['ignore a bind error in src/embed/serve_test.go.', ['src/embed/serve_test.go']],
    ['settings.gradle and ./build/app.config.ts (see `Cart.java`)', ['settings.gradle', 'build/app.config.ts', 'Cart.java']],
    ['src\\Cart\\Total.cs is slow', ['src/Cart/Total.cs']],
    // No code by its ending, no ending, or a site.
    ['update README.md, Makefile and example.org, e.g. v1.2', []],
  ])('are files by their name and ending: %s', (text, files) => {
    expect(taskOf(text, []).files).toEqual(files);
  });

  it('are files among the keywords, too', () => {
    expect(taskOf('why is it slow', ['cart/total.go']).files).toEqual(['cart/total.go']);
  });

  it('leave out the numbers of issues, which are no words of the code', () => {
    const plain = taskOf('charge the card twice', []).terms;
    for (const text of ['charge the card twice (#1513)', '#12: charge the card twice', 'charge the card twice, CVE-2024-46981', 'GH-7 charge the card twice']) {
      expect(taskOf(text, []).terms).toEqual(plain);
    }
    // Nothing else is there to look for.
    expect(taskOf('#1513', []).terms.length).toBeGreaterThan(0);
    // A method of a class in Ruby, an anchor in a link.
    expect(taskOf('Cart#total2 and page.html#3', []).terms.map(({ term }) => term)).toEqual(expect.arrayContaining(['total2', '3']));
  });

  it('tell what is to be done from where', () => {
    const changes = (text: string, keywords: readonly string[] = []): string[] => taskOf(text, keywords).terms.flatMap(({ surface, isChange }) => (isChange ? [surface] : []));
    expect(changes('Fixed and added updates of the cart')).toEqual(['Fixed', 'added', 'updates']);
    // An area and a keyword say where, whatever word they are.
    expect(changes('update: fix the cart')).toEqual(['fix']);
    expect(changes('fix the update', ['update'])).toEqual(['fix']);
  });

  it('tell of tests', () => {
    expect(taskOf('skip a flaky test of the cart', []).isAboutTests).toBe(true);
    expect(taskOf('the specs of the cart fail', []).isAboutTests).toBe(true);
    expect(taskOf('the latest cart', []).isAboutTests).toBe(false);
  });
});

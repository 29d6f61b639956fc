import { describe, expect, it } from 'vitest';
import { createHealth } from '../../src/ports/health';

describe('health', () => {
  it('tells its listeners of changes, and only of changes', () => {
    const health = createHealth(true);
    const seen: boolean[] = [];
    health.onChange(() => seen.push(health.healthy()));
    health.set(true);
    health.set(false);
    health.set(false);
    health.set(true);
    expect(seen).toEqual([false, true]);
  });

  it('tells nobody who stopped listening, even one who stops while it is told', () => {
    const health = createHealth(true);
    let heard = 0;
    const stopFirst = health.onChange(() => {
      heard += 1;
      stopFirst();
    });
    const stopSecond = health.onChange(() => void (heard += 10));
    health.set(false);
    stopSecond();
    health.set(true);
    expect(heard).toBe(11);
  });
});

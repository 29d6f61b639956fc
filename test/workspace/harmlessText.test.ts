import { describe, expect, it } from 'vitest';
import { harmlessLine, harmlessText } from '../../src/workspace/harmlessText';

describe('harmlessText', () => {
  it.each([
    ['a colour', 'a\u001b[31mred\u001b[0mb', 'aredb'],
    ['a terminal title', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a hyperlink', '\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a terminal title without an end, and not the lines after it', 'a\u001b]0;owned\nb', 'a\nb'],
    ['a lone escape', 'a\u001b', 'a'],
    ['an 8-bit control sequence introducer', 'a\u009b31mb', 'a31mb'],
    ['bell, backspace and NUL', 'a\u0007\u0008\u0000b', 'ab'],
    ['a carriage return that would overwrite the line', 'safe\rEVIL', 'safeEVIL'],
    ['a bidirectional override', 'a\u202eb\u202c\u2066c\u2069', 'abc'],
    ['hidden tag characters', 'a\u{e0041}\u{e007f}b', 'ab'],
  ])('takes out %s', (_, text, expected) => {
    expect(harmlessText(text)).toBe(expected);
  });

  it('keeps tabs, line feeds and every script', () => {
    const text = 'a\tb\nnaïve 日本語 עברית 👩‍💻';
    expect(harmlessText(text)).toBe(text);
  });
});

describe('harmlessLine', () => {
  it('puts a text on one line', () => {
    expect(harmlessLine('  a\n\n\tb \u001b[1m c ')).toBe('a b c');
  });
});

import type { Random } from './random';

/** No mutated file is larger: what is over 1 MiB is not read by the product. */
const MOST_BYTES = 256 * 1024;
/** Nor are most of them larger than this: many small ones find more in the same time. */
const USUAL_BYTES = 16 * 1024;
const LARGE_SHARE = 0.03;

type Mutation = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

/** Bytes that mean something to some decoder. */
const ODD_BYTES: readonly (readonly number[])[] = [
  [0x00],
  [0xff],
  [0xc0, 0x80],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
  [0xf4, 0x90, 0x80, 0x80],
  // Halves of a surrogate pair, each written as if it were a character.
  [0xed, 0xa0, 0x80],
  [0xed, 0xb0, 0x80],
  [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
  [0xff, 0xfe, 0x00, 0x00],
  [0x1b, 0x5b, 0x33, 0x31, 0x6d],
];

const ODD_CHARACTERS = [
  '\u202e', '\u2066', '\u2069', '\u200b', '\u200d', '\u2028', '\u2029', '\u0085', '\u000b', '\u000c', '\u00ad', '\u0301', '\u0301'.repeat(50), '\ufeff', '\ufffd', '\uffff',
  '\u{e0041}', '\u{1f600}', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '日本語の文章', 'ภาษาไทย', '漢', 'ſ', 'İ', 'ß', 'ﬁ', '½', '\u1e9b\u0323', '\u0f43', '\ufdfa', '’s', "'s", '\t', '\r', '\r\n', '\n\r', '\\', '\u00a0',
];

/** Marks of the formats, alone or at the start of something. */
const MARKS = [
  '# ', '## ', '###### ', '#', '=====', '-----', '= ', '== ', '====', '----', '....', '|===', '~~~', '```', '````js', '> ', '- ', '* ', '1. ', '999999999) ', '    ', '\t', '| a | b |\n|---|---|\n| c | d |', '|-|', '|:--|', '<div>', '</div>',
  '<!--', '-->', '<?', '<![CDATA[', ']]>', '<script>', '[a]: b', '[', '](', ')', '![', '&amp;', '&#0;', '&#x110000;', '---\n', '...\n', '---\ntitle: x\n---\n', '---\n- a\n---\n', '.. note::\n', '.. code-block:: c\n', '::\n', ':a: b\n', ':toc:',
  'include::x[]', 'import x from "y"', 'export const a = 1', '{props.x}', '<A b={c}/>', 'word: ', 'a:\n\n', 'https://a.b/c?d=e#f', 'data:image/png;base64,AAAA', 'name-with_many.parts:of/1.2@3#4+5', 'stateRunFailed', 'HTTPServer',
  'key: &a [*a]', '? ', '!!binary ', '!!js/function ', '<<: *x', '*x', '&x ', '|', '>-', '%YAML 1.2', '{', '}', '[]', ': ', '"', "'", '`', '/*', '*/', '//', '(', ')', ';', '\\u0000', '\\x', '$(', '${', '{{ x }}', '{% x %}', '#!/bin/sh\n', 'class A {', 'function f() {', 'def f():\n', '"""', "'''", '<%', '=>', 'null', 'true', '0x', '1e999', '-0', '__proto__', 'constructor',
];

/** What a document may be nested into, again and again; each is written in front of what it holds. */
const OPENERS = ['> ', '- ', '1. ', '[', '![', '(', '{', '<div>\n', '<b>', '*', '_', '**a ', '`', '\t', '  ', '|', '"', "'", '<!--', '{ a: ', '[ ', '- - ', '? ', 'a: ', '((', '=', '#', '/*', 'if (a) {', '~', '\\', '&a ', '!t ', '\n - ', 'x.', '<<'];

/** Front matter and whole documents of YAML that have brought parsers down. */
const YAML_BOMBS = [
  `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]`,
  'a: &a\n  b: *a',
  '<<: &x { <<: *x }',
  'title: &t x\nname: *t\n? [a, b]\n: c',
  'title: 1.10\ntitle: yes\ntitle: [a]',
  'a: |\n  b\n c: d',
  '{a: {b: {c: {d: }}}}',
  '__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }',
  'date: 2024-13-45\nn: 0o17\nx: .inf\ny: !!float nan',
];

const at = (bytes: Buffer, random: Random): number => random.below(bytes.length + 1);

function inserted(bytes: Buffer, place: number, more: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
}

/** A stretch of a buffer, short most of the time. */
function stretchOf(bytes: Buffer, random: Random, most = 2_000): Buffer {
  const from = at(bytes, random);
  return bytes.subarray(from, from + random.size(Math.min(most, Math.max(1, bytes.length))));
}

/** The lines of a text that need not be UTF-8, with their ends. */
function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').split(/(?<=\n)/);
}

const fromLines = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'latin1');

const MUTATIONS: readonly Mutation[] = [
  function flipBits(bytes, random) {
    const copy = Buffer.from(bytes);
    for (let times = random.size(16); times > 0 && copy.length > 0; times -= 1) {
      const place = random.below(copy.length);
      copy[place] = (copy[place] as number) ^ (1 << random.below(8));
    }
    return copy;
  },
  function setBytes(bytes, random) {
    const copy = Buffer.from(bytes);
    for (let times = random.size(16); times > 0 && copy.length > 0; times -= 1) copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  function leaveOut(bytes, random) {
    const from = at(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + random.size(Math.max(1, bytes.length)))]);
  },
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => bytes.subarray(at(bytes, random)),
  (bytes, random, others) => inserted(bytes, at(bytes, random), stretchOf(random.pick(others), random)),
  function halvesOfTwo(bytes, random, others) {
    const other = random.pick(others);
    return Buffer.concat([bytes.subarray(0, at(bytes, random)), other.subarray(at(other, random))]);
  },
  function repeatStretch(bytes, random) {
    const stretch = stretchOf(bytes, random, 200);
    const times = Math.min(random.size(4_000), Math.floor(MOST_BYTES / 4 / Math.max(1, stretch.length)));
    return inserted(bytes, at(bytes, random), Buffer.concat(Array.from({ length: times }, () => stretch)));
  },
  (bytes, random) => inserted(bytes, at(bytes, random), Buffer.from(random.pick(ODD_BYTES))),
  (bytes, random) => inserted(bytes, at(bytes, random), Buffer.from(random.pick(ODD_CHARACTERS))),
  function marks(bytes, random) {
    let marked = bytes;
    for (let times = random.size(6); times > 0; times -= 1) marked = inserted(marked, at(marked, random), Buffer.from(`${random.chance(0.5) ? '\n' : ''}${random.pick(MARKS)}`));
    return marked;
  },
  (bytes, random) => inserted(bytes, random.chance(0.5) ? 0 : at(bytes, random), Buffer.from(random.pick(OPENERS).repeat(random.size(20_000)).slice(0, MOST_BYTES / 4))),
  function hugeLine(bytes, random) {
    const unit = random.pick(['x', 'word ', 'é', '日', 'a.', 'a. ', '\u{1f600}', 'ab-cd_ef', ' ', '| c ', ', ']);
    return inserted(bytes, at(bytes, random), Buffer.from(unit.repeat(random.size(30_000)).slice(0, MOST_BYTES / 4)));
  },
  function lineEnds(bytes, random) {
    return fromLines(linesOf(bytes).map((line) => line.replace(/\r?\n$/, random.pick(['\n', '\r\n', '\r', '\n\r', '\n\n', '']))));
  },
  function linesMoved(bytes, random) {
    const lines = linesOf(bytes);
    const [moved = ''] = lines.splice(random.below(lines.length), 1);
    lines.splice(random.below(lines.length + 1), 0, moved);
    return fromLines(lines);
  },
  function linesRepeated(bytes, random) {
    const lines = linesOf(bytes);
    const place = random.below(lines.length);
    const block = lines.slice(place, place + random.size(8));
    const times = Math.min(random.size(400), Math.floor(MOST_BYTES / 4 / Math.max(1, block.join('').length)));
    return fromLines([...lines.slice(0, place), ...Array.from({ length: times }, () => block).flat(), ...lines.slice(place)]);
  },
  function indentation(bytes, random) {
    const by = random.pick([' ', '  ', '    ', '\t', '> ', '- ', '']);
    const [from, many] = [random.below(linesOf(bytes).length), random.size(40)];
    return fromLines(linesOf(bytes).map((line, index) => (index >= from && index < from + many ? (by === '' ? line.trimStart() : by + line) : line)));
  },
  (bytes, random) => Buffer.concat([Buffer.from(`---\n${random.pick(YAML_BOMBS)}\n${random.pick(['---', '...', '', '--- '])}\n`), bytes]),
  (bytes, random) => inserted(bytes, at(bytes, random), Buffer.from(`\n${random.pick(YAML_BOMBS)}\n`)),
  function anotherEncoding(bytes, random) {
    const text = bytes.toString('utf8');
    if (random.chance(0.5)) return Buffer.from(`\ufeff${text}`, 'utf16le');
    return random.chance(0.5) ? Buffer.from(`\ufeff${text}`, 'utf16le').swap16() : Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(text, 'utf16le')]);
  },
  (bytes, random) => Buffer.from(bytes.toString('latin1').replace(/\d+/g, (number) => (random.chance(0.3) ? random.pick(['0', '-1', '1e400', '99999999999999999999', '0x7fffffff', 'NaN']) : number)), 'latin1'),
];

/**
 * Other bytes, by one mutation or a few.
 * @param others what stretches may be taken from; not empty.
 */
export function mutated(bytes: Uint8Array, random: Random, others: readonly Buffer[]): Buffer {
  const most = random.chance(LARGE_SHARE) ? MOST_BYTES : USUAL_BYTES;
  let current = Buffer.from(bytes);
  for (let times = 1 + random.size(6); times > 0; times -= 1) current = Buffer.from(random.pick(MUTATIONS)(current, random, others)).subarray(0, most);
  return current;
}

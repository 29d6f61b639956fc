/** On which lines of a file a chunk of it lies, when a program tells only the chunk's text: pure. */

/** As many characters at each end of a chunk are looked for when it does not lie in the file as a whole. */
const END_CHARACTERS = 60;

/**
 * The lines (from 1, both included) of the first place in `text` whose characters are those of `chunk`, white space
 * aside: programs join lines and sentences anew. A chunk that was put together of several places is found by its
 * beginning and its end. Null when it is not there.
 */
export function linesOfChunk(text, chunk) {
  const file = withoutSpace(text);
  const wanted = withoutSpace(chunk).characters;
  if (wanted === '') return null;
  const whole = file.characters.indexOf(wanted);
  if (whole >= 0) return between(file, whole, whole + wanted.length - 1);
  const head = wanted.slice(0, END_CHARACTERS);
  const tail = wanted.slice(-END_CHARACTERS);
  const first = file.characters.indexOf(head);
  const last = first < 0 ? -1 : file.characters.indexOf(tail, first);
  if (first >= 0 && last >= 0 && last + tail.length - first <= 2 * wanted.length) return between(file, first, last + tail.length - 1);
  return first < 0 ? null : between(file, first, first + head.length - 1);
}

function between({ lines }, first, last) {
  return { start: lines[first], end: lines[last] };
}

/** The characters that are no white space, and the line of each. */
function withoutSpace(text) {
  const lines = [];
  let characters = '';
  text.split('\n').forEach((line, index) => {
    const kept = line.replace(/\s+/g, '');
    characters += kept;
    for (let place = 0; place < kept.length; place += 1) lines.push(index + 1);
  });
  return { characters, lines };
}

import { element } from '../dom';
import type { MarkedStretch } from './marks';

/** Marks the question's words in all text below `root`, whatever elements it stands in. */
export function markWords(root: Node, mark: (text: string) => readonly MarkedStretch[]): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    const stretches = mark(text.data);
    if (!stretches.some(({ marked }) => marked)) continue;
    text.replaceWith(...stretches.map((stretch) => (stretch.marked ? element('mark', { text: stretch.text }) : document.createTextNode(stretch.text))));
  }
}

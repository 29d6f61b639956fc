import { common, createLowlight } from 'lowlight';
import { element } from '../dom';

const lowlight = createLowlight(common);
lowlight.registerAlias({ json: ['json5'], bash: ['console', 'shell-session'], ini: ['properties', 'env', 'dotenv'], yaml: ['helm'] });

type Highlighted = ReturnType<typeof lowlight.highlight>['children'][number];

function nodeOf(part: Highlighted): Node | null {
  if (part.type === 'text') return document.createTextNode(part.value);
  if (part.type !== 'element') return null;
  const { className } = part.properties;
  const span = element('span', Array.isArray(className) ? { className: className.join(' ') } : {});
  span.append(...nodesOf(part.children));
  return span;
}

const nodesOf = (parts: readonly Highlighted[]): Node[] => parts.map(nodeOf).filter((node) => node !== null);

/** The same code in coloured pieces; null in a language that is not known. */
export function highlightedCodeOf(text: string, language: string): Node[] | null {
  return lowlight.registered(language) ? nodesOf(lowlight.highlight(language, text).children) : null;
}

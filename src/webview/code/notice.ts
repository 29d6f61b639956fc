import { element } from '../dom';
import { noticePartsOf } from './noticeParts';
import { visibleText } from '../../wording/visibleText';

/** A notice as text, with its code as code; nothing else of its Markdown means anything. */
export function noticeOf(markdown: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const { style, text } of noticePartsOf(markdown)) {
    const shown = visibleText(text);
    if (style === 'plain') fragment.append(shown);
    else fragment.append(element(style === 'code' ? 'code' : 'strong', { text: shown }));
  }
  return fragment;
}

import type { PassageContent, PassageTerms } from '../contract/model';
import { termsOf } from './terms';

/** The terms a passage is found by; those of its document's title are added when it is searched. */
export function passageTermsOf(passage: PassageContent): PassageTerms {
  const { headings, text } = passage;
  return {
    terms: termsOf([...headings, text].join('\n')),
    headingTerms: termsOf(headings.at(-1) ?? ''),
  };
}

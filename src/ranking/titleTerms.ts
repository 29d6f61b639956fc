import { termsOf } from '../text/terms';
import { boundedMemo } from './boundedMemo';

/** A hundred thousand passages have some ten thousand titles; this many hold about ten megabytes. */
const REMEMBERED_TITLES = 20_000;

/**
 * The distinct terms of a document's title: `termsOf`, remembered for the titles asked about last,
 * because they stay the same from question to question and when a repository is read again.
 */
export const titleTermsOf: (title: string) => readonly string[] = boundedMemo(termsOf, REMEMBERED_TITLES);

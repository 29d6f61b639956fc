import { JSX_QUERY } from './javascript';
import { TYPESCRIPT_QUERY } from './typescript';

/** Declarations of TypeScript with JSX. */
export const TSX_QUERY = `${TYPESCRIPT_QUERY}${JSX_QUERY}`;

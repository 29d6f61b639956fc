/** Where the measured programs are kept. */
import path from 'node:path';
import { PLACE } from '../support.mjs';

/** Where `install.mjs` puts the programs: outside of the project, which never depends on them. */
export const PROGRAMS = path.join(PLACE, 'peers');

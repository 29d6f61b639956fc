import { randomBytes } from 'node:crypto';

/** A new secret of 32 random bytes, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

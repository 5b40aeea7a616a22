import { createHash } from 'node:crypto'
import type { Random } from '../../runtime/ids.ts'

/** 256 random bits for an address or cookie, and their hash for the database. */
export function newToken(random: Random): { token: string; token_hash: string } {
  const token = random(32).toString('base64url')
  return { token, token_hash: hashToken(token) }
}

/** A plain hash suffices, because nobody can guess 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

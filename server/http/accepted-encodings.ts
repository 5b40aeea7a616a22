import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

/** By our own preference, which decides where a client has none. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']

const known = new LRUCache<string, readonly Encoding[]>({ max: 100 })

/**
 * The content codings of ours that a client takes, best first (RFC 9110, 12.5.3). Empty where it takes none, not even
 * `identity`. Clients send few different values, so each is read once.
 * @param header `Accept-Encoding`; without one, nothing is encoded
 */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const before = known.get(header)
  if (before) return before
  // The older name means the same (RFC 9110, 8.4.1.3).
  const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') }
  const accepted = new Negotiator({ headers }).encodings(encodings, { preferred: encodings })
  known.set(header, accepted)
  return accepted
}

import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']

const known = new LRUCache<string, readonly Encoding[]>({ max: 100 })

/** Lists the accepted encodings, best first (RFC 9110, 12.5.3). Empty if even `identity` is refused. */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const before = known.get(header)
  if (before) return before
  // `x-gzip` is the older name of gzip (RFC 9110, 8.4.1.3).
  const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') }
  const accepted = new Negotiator({ headers }).encodings(encodings, { preferred: encodings })
  known.set(header, accepted)
  return accepted
}

import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** By our own preference, which decides where a client has none. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']

const known = new LRUCache<string, readonly Encoding[]>({ max: 100 })

/**
 * The content codings of ours that a client takes, best first (RFC 9110, 12.5.3). Empty where it takes none, not even
 * `identity`. Clients send few different values, so each is read once.
 * @param header `Accept-Encoding`; without one, nothing is encoded
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return ['identity']
  const before = known.get(header)
  if (before) return before
  const accepted = read(header)
  known.set(header, accepted)
  return accepted
}

function read(header: string): readonly Encoding[] {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const any = weights.get('*')
  // Named by nobody, `identity` is still taken: when nothing else is.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? any ?? (encoding === 'identity' ? 0.0001 : 0)
  return encodings.filter((encoding) => weightOf(encoding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))
}

/** `gzip;q=0.5` → `['gzip', 0.5]`; a weight that is no number counts as none. */
function weighted(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2))]
}

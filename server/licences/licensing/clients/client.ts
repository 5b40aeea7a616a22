// Reads licence keys and signed files. Depends only on Node or Electron.
import { createHash, createPublicKey, verify } from 'node:crypto'

/** Built into the application. @property keys of a saved licence-keys.json @property audience product id */
export type Trust = { audience: string; keys: { kid: string; x: string }[] }

/** @property now latest time that the application has seen; times are compared as text */
export type Asked = {
  machineId: string
  now: string
  nonce?: string
  /** Needed for a verdict: the licence file's id, and the hash of the key's normal form. */
  licenceId?: string
  keySha256?: string
}

type Content = {
  format: number
  audience: string
  kid: string
  machine: { id: string }
  issuedAt: string
  nonce?: string
  licence?: { id: string; sku: string; entitlements: string[]; validateBy: string | null } | null
  valid?: boolean
  code?: string
  key?: { sha256: string }
  trial?: { expiresAt: string }
}

const block = /-----BEGIN LICENCE FILE-----([\w+/=\s]*)-----END LICENCE FILE-----/

/** @param kind "licence", "verdict" or "trial" @throws Error whose message is the first rule that fails */
export function readSigned(kind: string, text: string, asked: Asked, { audience, keys }: Trust): Content {
  const envelope = parse<Record<string, string>>(block.exec(text)?.[1]?.replace(/\s/g, ''))
  const { enc, sig, alg, kid } = envelope
  if (alg !== 'ed25519') throw new Error('unknown_algorithm')
  const key = keys.find((one) => one.kid === kid)
  if (!key) throw new Error('unknown_key')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' })
  const signature = parse(sig, (bytes) => bytes)
  const isGenuine = verify(null, Buffer.from(`${kind}/${enc}`), publicKey, signature)
  if (!isGenuine) throw new Error('bad_signature')
  const content = parse<Content>(enc)
  const { licence, trial } = content
  if (content.format !== 1) throw new Error('unknown_format')
  if (content.audience !== audience) throw new Error('foreign_audience')
  if (content.kid !== kid) throw new Error('wrong_kid')
  if (content.machine.id !== asked.machineId) throw new Error('other_machine')
  if (asked.nonce !== undefined && content.nonce !== asked.nonce) throw new Error('other_nonce')
  if (kind === 'verdict' && licence && licence.id !== asked.licenceId) throw new Error('other_licence')
  if (kind === 'verdict' && !licence && content.key?.sha256 !== asked.keySha256) throw new Error('other_key')
  if (kind === 'trial' && `${trial?.expiresAt}` <= asked.now) throw new Error('trial_ended')
  if (kind === 'licence' && (licence?.validateBy ?? '~') <= asked.now) throw new Error('validation_due')
  return content
}

/** Base64 can spell the same bytes in several ways; only one is accepted. */
function parse<T>(base64 = '', read = (bytes: Buffer): T => JSON.parse(bytes.toString())): T {
  try {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.toString('base64') === base64) return read(bytes)
  } catch {}
  throw new Error('not_a_file')
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** @property normal form to store, send and hash @property isOurs whether the check symbols are right */
export function readKey(text: string): { normal: string; isOurs: boolean; sha256: string } {
  const plain = text.normalize('NFKC').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  const tidy = plain.replace(/[\s\p{Pd}\p{Cf}\u2212_.]/gu, '')
  const symbols = Array.from(tidy, (character) => alphabet.indexOf(character))
  let [high, low] = [0, 0]
  for (const symbol of symbols.slice(0, 26)) {
    const twice = double(symbol ^ high)
    high = low ^ twice ^ double(twice)
    low = double(double(twice))
  }
  const isWhole = symbols.length === 28 && !symbols.includes(-1)
  const isOurs = isWhole && symbols[26] === high && symbols[27] === low
  const normal = isOurs ? (tidy.match(/.{4}/g) ?? []).join('-') : tidy
  return { normal, isOurs, sha256: createHash('sha256').update(normal).digest('hex') }
}

/** Doubles an element of GF(32), modulo x⁵ + x² + 1. */
function double(symbol: number): number {
  return (symbol << 1) ^ (symbol & 16 ? 0b100101 : 0)
}

import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createLicenceKey, hintOfLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import type { SignedTerms } from '#shared/licensing/signed.ts'
import type { Signer } from '../../../runtime/keys/keyring.ts'
import { type Signing, signFile } from '../licence-file.ts'

/**
 * Test vectors that every client must read alike. Run `node
 * server/licences/licensing/clients/make-vectors.ts` to write vectors.json.
 */
export function makeVectors() {
  return {
    audience,
    keys: [newer, older].map(({ kid, x }) => ({ kid, kty: 'OKP', crv: 'Ed25519', x })),
    licenceKeys: [...typed, ...mistyped].map(([name, text, normal, isOurs]) => ({
      name,
      text,
      normal,
      isOurs,
      sha256: sha256(normal),
    })),
    files: [
      ...ofKind('licence', licences),
      ...ofKind('verdict', verdicts),
      ...ofKind('trial', trials),
      ...ofKind('licence', wrapped),
      ...crossed.flatMap(([kind, vector]) => ofKind(kind, [vector])),
      ...ofKind('licence', spoilt),
    ],
  }
}

function ofKind(kind: string, vectors: FileVector[]) {
  return vectors.map(([name, text, asked, rule = 'ok']) => {
    return { name, kind, text, rule, asked: { machineId, now: '2026-11-23T00:00:00.000Z', ...asked } }
  })
}

const audience = 'example'
const [begin, end] = ['-----BEGIN LICENCE FILE-----', '-----END LICENCE FILE-----']
const machineId = 'F00D-4242-0001'
const nonce = 'a-fresh-nonce'
const issuedAt = new Date('2026-11-22T10:00:00Z')

const [newer, older, unknown] = [signerOf(1), signerOf(2), signerOf(3)]

const key = createLicenceKey(
  'PRMT',
  Uint8Array.from({ length: keyRandomness }, (_, index) => index * 7),
)
const another = createLicenceKey('PRMT', new Uint8Array(keyRandomness))
const compact = key.replaceAll('-', '')

type KeyVector = [name: string, text: string, normal: string, isOurs: boolean]

const typed: KeyVector[] = [
  ['as issued', key, key, true],
  ['another', another, another, true],
  ['in lower case', key.toLowerCase(), key, true],
  ['without hyphens', compact, key, true],
  ['with spaces', key.replaceAll('-', ' '), key, true],
  ['with blanks and a line feed around it', ` \t${key}\r\n`, key, true],
  ['in groups of seven', compact.replace(/(.{7})/g, '$1-'), key, true],
  ['with en dashes', key.replaceAll('-', '–'), key, true],
  ['with em dashes', key.replaceAll('-', '—'), key, true],
  ['with minus signs', key.replaceAll('-', '−'), key, true],
  ['with non-breaking hyphens', key.replaceAll('-', '‑'), key, true],
  ['with underscores and points', key.replace('-', '_').replace('-', '.'), key, true],
  ['with O for 0', key.replaceAll('0', 'O'), key, true],
  ['with o for 0', key.replaceAll('0', 'o'), key, true],
  ['with I for 1', key.replaceAll('1', 'I'), key, true],
  ['with l for 1', key.replaceAll('1', 'l'), key, true],
  [
    'in full width',
    key.replace(/[0-9A-Z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
    key,
    true,
  ],
  ['with no-break spaces', key.replaceAll('-', '\u00a0'), key, true],
  ['with a byte order mark', `\ufeff${key}`, key, true],
  ['with a zero-width space', key.replace('-', '-\u200b'), key, true],
  ['with soft hyphens', key.replaceAll('-', '\u00ad'), key, true],
  ['with marks of direction', `\u2066${key}\u2069`, key, true],
]

const swapped = compact.slice(0, 9) + compact.charAt(10) + compact.charAt(9) + compact.slice(11)

const mistyped: KeyVector[] = [
  ['with one wrong character', key.replace(/.$/, compact.endsWith('2') ? '3' : '2'), '', false],
  ['with two characters swapped', swapped, '', false],
  ['with a character missing', compact.slice(0, 27), '', false],
  ['with a character too many', `${compact}2`, '', false],
  ['with a U', compact.replace(/.$/, 'U'), '', false],
  ['of another system', 'ab3d-9fe1-77c0', 'AB3D9FE177C0', false],
  ['of another system, with O and l', 'OLd key/42', '01DKEY/42', false],
  ['empty', '', '', false],
].map(
  ([name, text, normal, isOurs]) =>
    [name, text, normal || `${text}`.replaceAll('-', ''), isOurs] as KeyVector,
)

const terms: SignedTerms = {
  id: 'lic_7k2q',
  sku: 'studio',
  plan: 'Studio',
  seats: 3,
  entitlements: ['ndi', 'remote'],
  updatesUntil: '2027-11-22T12:59:59.999Z',
  validateBy: null,
  licensedTo: { name: 'Zoë', companyName: '学校' },
}
const due = { ...terms, validateBy: '2026-12-22T10:00:00.000Z' }

const signing: Signing = {
  signer: newer,
  site: { productId: audience },
  machineId,
  nonce,
  now: issuedAt,
}
const ofOlder = { ...signing, signer: older }
const ofUnknown = { ...signing, signer: unknown }
const foreign = { ...signing, site: { productId: 'another-product' } }
const elsewhere = { ...signing, machineId: 'F00D-4242-0002' }
const later = { ...signing, nonce: 'another-nonce' }
const unasked = { ...signing, nonce: undefined }

type Asked = { machineId?: string; now?: string; nonce?: string; licenceId?: string; keySha256?: string }
type FileVector = [name: string, text: string, asked: Asked, rule?: string]

const licence = (on = signing, of = terms) => signFile('licence', { licence: of }, on)
const good = licence()
const asksNonce = { nonce }

const licences: FileVector[] = [
  ['a licence', good, asksNonce],
  ['without a nonce, asked for none', licence(unasked), {}],
  ['of the older key', licence(ofOlder), asksNonce],
  ['for one seat, without entitlements', licence(signing, { ...terms, seats: 1, entitlements: [] }), {}],
  ['with members that came later', extended(good, { later: { a: [1] } }), asksNonce],
  ['that holds until it is validated', licence(signing, due), asksNonce],
  ['that waits for its validation', licence(signing, due), { now: due.validateBy }, 'validation_due'],
  ['that waits for long', licence(signing, due), { now: '2030-01-01T00:00:00.000Z' }, 'validation_due'],
  ['of an unknown key', licence(ofUnknown), asksNonce, 'unknown_key'],
  ['for another product', licence(foreign), asksNonce, 'foreign_audience'],
  ['for another machine', licence(elsewhere), asksNonce, 'other_machine'],
  ['on another machine', good, { machineId: 'F00D-4242-0003' }, 'other_machine'],
  ['in answer to another question', licence(later), asksNonce, 'other_nonce'],
  ['in answer to no question', licence(unasked), asksNonce, 'other_nonce'],
  ['of format 2', extended(good, { format: 2 }), asksNonce, 'unknown_format'],
  ['without a format', extended(good, { format: undefined }), asksNonce, 'unknown_format'],
  ['with a format in quotes', extended(good, { format: '1' }), asksNonce, 'unknown_format'],
  ['without an audience', extended(good, { audience: undefined }), asksNonce, 'foreign_audience'],
  ['that names another key', extended(good, { kid: older.kid }), asksNonce, 'wrong_kid'],
]

const verdictOf = (content: object, on = signing) =>
  signFile(
    'verdict',
    {
      valid: true,
      code: 'valid',
      key: { hint: hintOfLicenceKey(key), sha256: sha256(key) },
      licence: terms,
      ...content,
    },
    on,
  )
const asks = { nonce, licenceId: terms.id, keySha256: sha256(key) }
const isUnknown = { valid: false, code: 'licence_not_found', licence: null }
const refused = (code: string) => verdictOf({ valid: false, code })
const otherKey = { hint: hintOfLicenceKey(another), sha256: sha256(another) }
const coverage = { newestCovered: null, renewUrl: 'https://example.com/licence/renew' }

const verdicts: FileVector[] = [
  ['that the licence is valid', verdictOf({}), asks],
  ['of the older key', verdictOf({}, ofOlder), asks],
  ['that it is suspended', refused('licence_suspended'), asks],
  ['that it is revoked', refused('licence_revoked'), asks],
  ['that the machine has no seat', refused('machine_not_activated'), asks],
  [
    'that it doesn’t cover the version',
    verdictOf({ valid: false, code: 'version_not_covered', ...coverage }),
    asks,
  ],
  ['on the same licence, by its old key', verdictOf({ key: otherKey }), asks],
  ['that waits for its next validation', verdictOf({ licence: due }), { ...asks, now: due.validateBy }],
  ['that the key is unknown', verdictOf(isUnknown), asks],
  ['that the key was replaced', verdictOf({ ...isUnknown, code: 'licence_key_replaced' }), asks],
  ['that another key is unknown', verdictOf({ ...isUnknown, key: otherKey }), asks, 'other_key'],
  ['on another licence', verdictOf({ licence: { ...terms, id: 'lic_9xq4' } }), asks, 'other_licence'],
  ['to an application without a licence', verdictOf({}), { nonce }, 'other_licence'],
  ['on another machine', verdictOf({}, elsewhere), asks, 'other_machine'],
  ['in answer to another question', verdictOf({}, later), asks, 'other_nonce'],
  ['of another product', verdictOf({}, foreign), asks, 'foreign_audience'],
  ['of an unknown key', verdictOf({}, ofUnknown), asks, 'unknown_key'],
  ['of format 2', extended(verdictOf({}), { format: 2 }, 'verdict'), asks, 'unknown_format'],
]

const days = { startedAt: '2026-11-22T10:00:00.000Z', expiresAt: '2026-12-06T10:00:00.000Z' }
const trial = (on = signing) => signFile('trial', { trial: days }, on)

const trials: FileVector[] = [
  ['a trial', trial(), asksNonce],
  ['in its last millisecond', trial(), { now: '2026-12-06T09:59:59.999Z' }],
  ['that is over', trial(), { now: days.expiresAt }, 'trial_ended'],
  ['on another machine', trial(elsewhere), asksNonce, 'other_machine'],
  ['of another product', trial(foreign), asksNonce, 'foreign_audience'],
  ['in answer to another question', trial(later), asksNonce, 'other_nonce'],
  ['of an unknown key', trial(ofUnknown), asksNonce, 'unknown_key'],
]

const body = good.slice(begin.length, good.indexOf(end)).replace(/\s/g, '')
const envelope: Record<string, string> = JSON.parse(Buffer.from(body, 'base64').toString())

const wrapped: FileVector[] = [
  ['with a byte order mark', `\ufeff${good}`, asksNonce],
  ['with other line ends and blank lines', `\r\n${good.replaceAll('\n', '\r\n')}\r\n`, asksNonce],
  ['on one line', `${begin}${body}${end}`, asksNonce],
  ['within a mail', `Dear Zoë,\n\n${good}\nRegards`, asksNonce],
  ['with further members in the envelope', rewrapped({ later: true }), asksNonce],
]

const crossed: [kind: string, vector: FileVector][] = [
  ['licence', ['a verdict as a licence', verdictOf({}), asksNonce, 'bad_signature']],
  ['verdict', ['a licence as a verdict', good, asks, 'bad_signature']],
  ['licence', ['a trial as a licence', trial(), asksNonce, 'bad_signature']],
  ['trial', ['a licence as a trial', good, asksNonce, 'bad_signature']],
]

const spoilt: FileVector[] = [
  ['with another content', rewrapped({ enc: changed('enc') }), asksNonce, 'bad_signature'],
  ['with another signature', rewrapped({ sig: changed('sig') }), asksNonce, 'bad_signature'],
  ['with a short signature', rewrapped({ sig: 'AAAA' }), asksNonce, 'bad_signature'],
  ['with a signature raised by the order', rewrapped({ sig: raised() }), asksNonce, 'bad_signature'],
  ['with another known key', rewrapped({ kid: older.kid }), asksNonce, 'bad_signature'],
  ['of a key named __proto__', rewrapped({ kid: '__proto__' }), asksNonce, 'unknown_key'],
  ['of no algorithm', rewrapped({ alg: 'none' }), asksNonce, 'unknown_algorithm'],
  ['of HMAC', rewrapped({ alg: 'HS256' }), asksNonce, 'unknown_algorithm'],
  ['with a signature in another spelling', rewrapped({ sig: respelt() }), asksNonce, 'not_a_file'],
  ['cut short', good.slice(0, 600), asksNonce, 'not_a_file'],
  ['without its first line', good.slice(begin.length + 1), asksNonce, 'not_a_file'],
  [
    'with a foreign character',
    good.replace(body.slice(0, 8), `${body.slice(0, 7)}!`),
    asksNonce,
    'not_a_file',
  ],
  ['of no JSON', `${begin}\n${toBase64('licence')}\n${end}\n`, asksNonce, 'not_a_file'],
  ['with nothing in it', `${begin}\n${end}\n`, asksNonce, 'not_a_file'],
  ['an empty file', '', asksNonce, 'not_a_file'],
]

/** Uses the same key at each run, so that the vectors stay the same. */
function signerOf(seed: number): Signer & { x: string } {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([prefix, Buffer.alloc(32, seed)])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = sha256(Buffer.from(x, 'base64url')).slice(0, 16)
  return { kid, x, sign: (data) => sign(null, Buffer.from(data), privateKey) }
}

/** Signs a file's content with extra members, which the server never does. */
function extended(file: string, members: object, kind = 'licence'): string {
  const { enc } = JSON.parse(Buffer.from(file.split('\n').slice(1, -2).join(''), 'base64').toString())
  const content = JSON.parse(Buffer.from(enc, 'base64').toString())
  const text = toBase64(JSON.stringify({ ...content, ...members }))
  const sig = newer.sign(`${kind}/${text}`).toString('base64')
  return inLines({ enc: text, sig, alg: 'ed25519', kid: newer.kid })
}

function inLines(content: object): string {
  return [begin, ...(toBase64(JSON.stringify(content)).match(/.{1,64}/g) ?? []), end, ''].join('\n')
}

function rewrapped(members: object): string {
  return inLines({ ...envelope, ...members })
}

function changed(member: 'enc' | 'sig'): string {
  const bytes = Buffer.from(envelope[member] ?? '', 'base64')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  return bytes.toString('base64')
}

/** Adds the group order to the signature's scalar, which RFC 8032 forbids. */
function raised(): string {
  const bytes = Buffer.from(envelope.sig ?? '', 'base64')
  const number = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`)
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const hex = (number + order).toString(16).padStart(64, '0')
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(hex, 'hex').reverse()]).toString('base64')
}

/** Spells the same bytes differently, by unused bits of the last character before the padding. */
function respelt(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const sig = envelope.sig ?? ''
  return `${sig.slice(0, 85)}${letters.charAt(letters.indexOf(sig.charAt(85)) + 1)}==`
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

if (import.meta.main) {
  const file = new URL('vectors.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(makeVectors(), null, 2)}\n`)
}

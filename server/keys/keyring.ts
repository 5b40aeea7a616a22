import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { signingKeyFile } from './signing-key-file.ts'

export type Keyring = {
  /** Names the current signing key in what it signs. */
  kid: string
  /** Ed25519 signature, 64 bytes. */
  sign(data: string): Buffer
  /** 32 bytes for one purpose; the same on every machine of the site, and for as long as its database lives. */
  secret(purpose: string): Buffer
}

/**
 * The site's secrets. Only the signing key comes from outside: everything else is drawn from a secret that lies in the
 * database, encrypted under that key, so a stolen copy of the database opens nothing. To rotate, put a new key before
 * the old one: the secret is encrypted anew, and what the old one signed still verifies by its `kid`.
 * @throws StartError when none of the signing keys opens the database's secret
 */
export async function openKeyring(
  { config, clock, random }: Pick<AppContext, 'config' | 'clock' | 'random'>,
  db: Db,
): Promise<Keyring> {
  const keys = readKeys(config.licenceSigningKey ?? signingKeyFile(config.dataDir))
  const [current] = keys as [SigningKey]
  const dataSecret = await openDataSecret(db, keys, random)
  // Only now: a key that doesn't belong to this database must not be believed by anybody.
  const createdAt = clock().toISOString()
  for (const { kid, publicKey } of keys) {
    const row = { kid, public_key: publicKey, created_at: createdAt }
    await db
      .insertInto('signing_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return {
    kid: current.kid,
    sign: (data) => sign(null, Buffer.from(data), current.privateKey),
    secret: (purpose) => Buffer.from(hkdfSync('sha256', dataSecret, '', purpose, 32)),
  }
}

type SigningKey = { kid: string; privateKey: KeyObject; publicKey: string; wrapping: Buffer }

/** The current one first. */
function readKeys(pems: string): SigningKey[] {
  const blocks = pems.match(/-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/g) ?? []
  return blocks.map((pem) => {
    const privateKey = createPrivateKey(pem)
    const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
    return {
      kid: createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 16),
      privateKey,
      publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
      wrapping: Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'data secret', 32)),
    }
  })
}

const dataSecretId = 'current'

async function openDataSecret(db: Db, keys: SigningKey[], random: AppContext['random']): Promise<Buffer> {
  const [current] = keys as [SigningKey]
  const fresh = { id: dataSecretId, kid: current.kid, wrapped: seal(random(32), current.wrapping, random) }
  await db
    .insertInto('data_secrets')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('data_secrets')
    .selectAll()
    .where('id', '=', dataSecretId)
    .executeTakeFirstOrThrow()
  const key = keys.find(({ kid }) => kid === stored.kid)
  if (!key) {
    throw new StartError(
      `The database was made with another licence signing key (${stored.kid}). Put that key after the new one in LICENCE_SIGNING_KEY, or in DATA_DIR.`,
    )
  }
  const secret = unseal(stored.wrapped, key.wrapping)
  if (key !== current) {
    const rewrapped = { kid: current.kid, wrapped: seal(secret, current.wrapping, random) }
    await db.updateTable('data_secrets').set(rewrapped).where('id', '=', dataSecretId).execute()
  }
  return secret
}

/** AES-256-GCM: nonce, tag, ciphertext; base64. */
export function seal(plain: Uint8Array, key: Buffer, random: AppContext['random']): string {
  const nonce = random(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws when the key is another one or a bit has changed */
export function unseal(sealed: string, key: Buffer): Buffer {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(
    bytes.subarray(12, 28),
  )
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}

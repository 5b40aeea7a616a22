import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { StartError } from '../start-error.ts'

export type SigningKey = {
  kid: string
  privateKey: KeyObject
  publicKey: string
  wrapping: Buffer
}

/**
 * @param pems one or several in PKCS#8; the first one signs
 * @param source where they come from, for the error
 * @throws StartError
 */
export function readSigningKeys(pems: string, source: string): [SigningKey, ...SigningKey[]] {
  const blocks = pems.match(/-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/g) ?? []
  const [first, ...rest] = blocks.map((pem) => toSigningKey(pem, source))
  if (!first) throw unreadable(source)
  return [first, ...rest]
}

function toSigningKey(pem: string, source: string): SigningKey {
  const privateKey = openPrivateKey(pem)
  if (privateKey?.asymmetricKeyType !== 'ed25519') throw unreadable(source)
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  return {
    kid: createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 16),
    privateKey,
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    wrapping: Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'data secret', 32)),
  }
}

function openPrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

function unreadable(source: string): StartError {
  return new StartError(
    `${source} isn’t an Ed25519 private key, PKCS#8 in PEM. Put the licence signing key back from its copy.`,
  )
}

export async function requireInUse(db: Db, { kid }: SigningKey): Promise<void> {
  if ((await findSigningKey(db, kid))?.retired_at == null) return
  throw new StartError(
    `The licence signing key ${kid} was retired, so nobody trusts what it signs. Put another key before it in LICENCE_SIGNING_KEY, or in DATA_DIR.`,
  )
}

export async function publishSigningKeys(db: Db, keys: readonly SigningKey[], now: Date): Promise<void> {
  const created_at = now.toISOString()
  for (const { kid, publicKey } of keys) {
    const row = { kid, public_key: publicKey, created_at, retired_at: null }
    await db
      .insertInto('signing_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export function listSigningKeys(db: Db) {
  return db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute()
}

/** @throws Error for the signer or an unknown key */
export async function requireRetirable(db: Db, kid: string, signer: string): Promise<void> {
  if (kid === signer) {
    throw new Error(
      `${kid} signs now. Put another key before it in LICENCE_SIGNING_KEY, or in DATA_DIR, and restart the site first.`,
    )
  }
  if (!(await findSigningKey(db, kid))) throw new Error(`There is no signing key ${kid}: see keys show.`)
}

/** @returns false for a key that was retired already @throws Error for the signer or an unknown key */
export async function retireSigningKey(
  db: Db,
  kid: string,
  { signer, now }: { signer: string; now: Date },
): Promise<boolean> {
  await requireRetirable(db, kid, signer)
  const { numUpdatedRows } = await db
    .updateTable('signing_keys')
    .set({ retired_at: now.toISOString() })
    .where('kid', '=', kid)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function findSigningKey(db: Db, kid: string) {
  return db.selectFrom('signing_keys').selectAll().where('kid', '=', kid).executeTakeFirst()
}

import { createPublicKey } from 'node:crypto'
import type { PublicKey } from '#shared/licensing/answers.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { Keyring, Signer } from '../../runtime/keys/keyring.ts'
import { listSigningKeys } from '../../runtime/keys/signing-keys.ts'

/** Every signing key that isn't retired, newest first. `publicKey` is the same key in PEM. */
export async function publicKeys(db: Db): Promise<PublicKey[]> {
  const published = (await listSigningKeys(db)).filter(({ retired_at }) => retired_at === null)
  return published.map(({ kid, public_key, created_at }) => {
    const { x = '' } = createPublicKey(public_key).export({ format: 'jwk' })
    return {
      kid,
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      alg: 'EdDSA',
      use: 'sig',
      publicKey: public_key,
      createdAt: created_at,
    }
  })
}

/**
 * Finds the newest key in use that the application can verify.
 * @param known the application's key ids; absent means that it knows the newest
 * @returns null if the application can verify none of our keys
 */
export async function findSigner(
  db: Db,
  { signers }: Pick<Keyring, 'signers'>,
  known: readonly string[] | undefined,
): Promise<Signer | null> {
  if (known === undefined) return signers[0]
  const held = signers.filter(({ kid }) => known.includes(kid))
  if (held.length === 0) return null
  const inUse = await db
    .selectFrom('signing_keys')
    .select('kid')
    .where(
      'kid',
      'in',
      held.map(({ kid }) => kid),
    )
    .where('retired_at', 'is', null)
    .execute()
  return held.find(({ kid }) => inUse.some((key) => key.kid === kid)) ?? null
}

import { createPublicKey } from 'node:crypto'
import type { PublicKey } from '#shared/licensing/answers.ts'
import type { Db } from '../../runtime/db/database.ts'
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

import { sign } from 'node:crypto'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { type DataSecret, findSealingKey, openDataSecret } from './data-secret.ts'
import { signingKeyFile } from './signing-key-file.ts'
import { publishSigningKeys, readSigningKeys, requireInUse } from './signing-keys.ts'

export type Keyring = DataSecret & {
  /** Names the current signing key in what it signs. */
  kid: string
  /** Ed25519 signature, 64 bytes. */
  sign(data: string): Buffer
}

/**
 * The site's secrets. Only the signing key comes from outside. All others come from a secret in the database that the
 * signing key encrypts, so a stolen copy of the database opens nothing. To rotate, put a new key before the old one:
 * it encrypts the secret from then on, and the old signatures still verify by their `kid`.
 * @throws StartError when no signing key opens the database's secret, or the first of them is retired
 */
export async function openKeyring(
  { config, clock, random }: Pick<AppContext, 'config' | 'clock' | 'random'>,
  database: Pick<Database, 'db' | 'engine'>,
): Promise<Keyring> {
  // Asked first: whoever sealed the database has kept its key by then.
  const sealedBy = await findSealingKey(database.db)
  const keys = readSigningKeys(config.licenceSigningKey ?? signingKeyFile(config.dataDir, sealedBy))
  const [signer] = keys
  // A retired key must not seal the data secret again.
  await requireInUse(database.db, signer)
  const dataSecret = await openDataSecret(database, keys, random)
  // Only now is it known that the keys belong to this database.
  await publishSigningKeys(database.db, keys, clock())
  return { ...dataSecret, kid: signer.kid, sign: (data) => sign(null, Buffer.from(data), signer.privateKey) }
}

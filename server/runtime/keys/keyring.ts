import { sign } from 'node:crypto'
import type { AppContext, Clock } from '../../context.ts'
import type { Database } from '../db/database.ts'
import { type DataSecret, findSealingKey, openDataSecret } from './data-secret.ts'
import { signingKeyFile, signingKeyPath } from './signing-key-file.ts'
import { publishSigningKeys, readSigningKeys, requireInUse } from './signing-keys.ts'

export type Keyring = DataSecret & {
  kid: string
  /** Ed25519, 64 bytes. */
  sign(data: string): Buffer
}

/** A new key before the old one rotates; old signatures still verify by `kid`. @throws StartError for a wrong or retired first key */
export async function openKeyring(
  { config, clock, random }: Clock & Pick<AppContext, 'config'>,
  database: Pick<Database, 'db' | 'engine'>,
): Promise<Keyring> {
  // Read before the key file, because another process writes that file before it seals the database.
  const sealedBy = await findSealingKey(database.db)
  const keys = readKeys(config, sealedBy)
  const [signer] = keys
  // A retired key must not seal the data secret again.
  await requireInUse(database.db, signer)
  const dataSecret = await openDataSecret(database, keys, random)
  // Published last, because opening the secret proves that the keys belong to this database.
  await publishSigningKeys(database.db, keys, clock())
  return { ...dataSecret, kid: signer.kid, sign: (data) => sign(null, Buffer.from(data), signer.privateKey) }
}

function readKeys({ licenceSigningKey, dataDir }: AppContext['config'], sealedBy: string | null) {
  return licenceSigningKey === null
    ? readSigningKeys(signingKeyFile(dataDir, sealedBy), signingKeyPath(dataDir))
    : readSigningKeys(licenceSigningKey, 'LICENCE_SIGNING_KEY')
}

import { sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AppContext, Clock } from '../../context.ts'
import type { Database, Db } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { type DataSecret, findSealingKey, lastResort, openDataSecret, requireSealer } from './data-secret.ts'
import { signingKeyFile, signingKeyPath } from './signing-key-file.ts'
import { publishSigningKeys, readSigningKeys, requireInUse, type SigningKey } from './signing-keys.ts'

export type Keyring = DataSecret & {
  /** `kid` of the newest signer. */
  kid: string
  /** Newest first. */
  signers: readonly [Signer, ...Signer[]]
}

export type Signer = {
  kid: string
  /** Ed25519 signature, 64 bytes. */
  sign(data: string): Buffer
}

/**
 * Publishes a new key before the old one is retired; old signatures still verify by `kid`.
 * @throws StartError for a wrong or retired first key
 */
export async function openKeyring(
  { config, clock, random }: Clock & Pick<AppContext, 'config'>,
  database: Pick<Database, 'db'>,
): Promise<Keyring> {
  // Read before the key file, because another process writes that file before it encrypts the secret.
  const sealedBy = await findSealingKey(database.db)
  requireKey(config, sealedBy)
  const keys = readKeys(config)
  const [newest, ...older] = keys
  // A retired key must not encrypt the data secret again.
  await requireInUse(database.db, newest)
  const dataSecret = await openDataSecret(database.db, keys, random)
  // Published last, because decrypting the secret proves that the keys belong to this database.
  await publishSigningKeys(database.db, keys, clock())
  return { ...dataSecret, kid: newest.kid, signers: [toSigner(newest), ...older.map(toSigner)] }
}

function toSigner({ kid, privateKey }: SigningKey): Signer {
  return { kid, sign: (data) => sign(null, Buffer.from(data), privateKey) }
}

type KeyConfig = Pick<AppContext['config'], 'licenceSigningKey' | 'databaseUrl' | 'dataDir'>

/** Writes nothing. @throws StartError if the site can't start with these keys on this database */
export async function checkKeys(config: KeyConfig, db: Db): Promise<void> {
  const sealedBy = await findSealingKey(db)
  requireKey(config, sealedBy)
  if (!hasKey(config)) return
  const keys = readKeys(config)
  await requireInUse(db, keys[0])
  if (sealedBy) requireSealer(keys, sealedBy)
}

/**
 * Requires an existing key for PostgreSQL, since a key file made here might not last as long as its database.
 * @param sealedBy key id of the database; null if it is new
 * @throws StartError with instructions
 */
export function requireKey(config: KeyConfig, sealedBy: string | null = null): void {
  if (hasKey(config)) return
  const file = signingKeyPath(config.dataDir)
  if (sealedBy) {
    throw new StartError(
      `The database was made with the licence signing key ${sealedBy}, which is missing. Put its file back as ${file}, or set LICENCE_SIGNING_KEY to it. ${lastResort}`,
    )
  }
  if (!config.databaseUrl) return
  throw new StartError(
    `DATABASE_URL is set, and there is no licence signing key, without which nothing opens the licences in that database. Make one, and keep a copy elsewhere:
  openssl genpkey -algorithm ed25519
Set LICENCE_SIGNING_KEY to what it prints. If DATA_DIR lasts, add -out ${file} instead.`,
  )
}

/** Like `requireKey`, for a database of any version: a new one has no table yet. */
export async function requireKeyToMigrate(config: KeyConfig, db: Db): Promise<void> {
  requireKey(config, await findSealingKey(db).catch(() => null))
}

/** Creates the file for a new database. @throws StartError for an invalid key */
export function readKeys({
  licenceSigningKey,
  dataDir,
}: Pick<KeyConfig, 'licenceSigningKey' | 'dataDir'>): [SigningKey, ...SigningKey[]] {
  return licenceSigningKey === null
    ? readSigningKeys(signingKeyFile(dataDir), signingKeyPath(dataDir))
    : readSigningKeys(licenceSigningKey, 'LICENCE_SIGNING_KEY')
}

export function hasKey({ licenceSigningKey, dataDir }: KeyConfig): boolean {
  return licenceSigningKey !== null || existsSync(signingKeyPath(dataDir))
}

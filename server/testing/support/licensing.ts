import { randomBytes } from 'node:crypto'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import { readConfig } from '../../config.ts'
import { readPricing, readReleases, readSite, siteVariables } from '../../content/site.ts'
import type { Licensing } from '../../licences/licensing/activate.ts'
import { type Grant, grantLicence } from '../../licences/licensing/new-licence.ts'
import { storedOldKey } from '../../licences/licensing/old-keys.ts'
import { openDatabase } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { openKeyring } from '../../runtime/keys/keyring.ts'
import type { DatabaseEnvironment } from './databases.ts'

export type LicensingProcess = Licensing & { close(): Promise<void> }

/** Opens a process's services for licences on its own connections. */
export async function openLicensing(
  environment: DatabaseEnvironment,
  now = () => new Date(),
): Promise<LicensingProcess> {
  const config = readConfig({ ...environment })
  const database = await openDatabase(config)
  const keyring = await openKeyring({ config, clock: now, random: randomBytes }, database)
  const site = readSite(config.contentDir)
  const releases = readReleases(config.contentDir, siteVariables(site))
  const pricing = readPricing(config.contentDir, siteVariables(site))
  const library = { typed: { site, releases, pricing } } as Licensing['library']
  const close = () => database.close()
  return { config, database, keyring, clock: now, random: randomBytes, library, close }
}

const studio: Grant = {
  sku: 'studio',
  plan: 'Studio',
  seat_limit: 3,
  updates_until: '2027-11-20T00:00:00.000Z',
  licensed_name: 'Ada',
  licensed_company: null,
  email: 'ada@example.com',
}

/** Gives a licence a key of another system. */
export async function seedOldKey(
  { database, keyring, random }: Pick<Licensing, 'database' | 'keyring' | 'random'>,
  licence_id: string,
  keyText: string,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const secrets = await keyring.holdSecrets(trx)
    const stored = storedOldKey(normaliseLicenceKey(keyText), { secrets, random })
    await trx
      .insertInto('old_keys')
      .values({ ...stored, licence_id, replaced_at: null })
      .execute()
  })
}

export async function seedLicence(
  { database, keyring, random, clock, library }: Omit<Licensing, 'config'>,
  change: Partial<Grant & Pick<LicenceRow, 'status'>> = {},
): Promise<{ id: string; key: string }> {
  const { status = 'active', ...grant } = { ...studio, ...change }
  const { site, pricing } = library.typed
  const licence = await grantLicence(database.db, grant, { keyring, random, now: clock(), site, pricing })
  await database.db.updateTable('licences').set({ status }).where('id', '=', licence.id).execute()
  return licence
}

import type { z } from 'zod'
import type { issueSchema } from '#shared/desk/requests/licences.ts'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import type { Site } from '#shared/seller/site.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { newId } from '../../runtime/ids.ts'
import type { HeldSecrets } from '../../runtime/keys/data-secret.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import type { Moment } from '../../runtime/moment.ts'
import type { By } from './acts.ts'
import { enqueueLicenceIssued } from './licence-webhooks.ts'
import { detailColumns, type Plans } from './rights.ts'
import { storedKey } from './stored-key.ts'
import { endOfUpdates } from './version-coverage.ts'

/** `site` provides the first group of keys and the time zone. */
export type Issuing = Moment & {
  keyring: Keyring
  site: Pick<Site, 'licenceKeyPrefix' | 'company' | 'webhooks'>
  pricing: Plans
}

export type Grant = Pick<
  LicenceRow,
  'sku' | 'plan' | 'seat_limit' | 'updates_until' | 'licensed_name' | 'licensed_company' | 'email'
> &
  ReturnType<typeof detailColumns>

/** Terms of the product on the day of issue, with the chosen licensee and details. */
export function grantOf(
  product: Product,
  { name, companyName, email, seats, ...details }: Omit<z.output<typeof issueSchema>, 'sku' | 'reason'>,
  { site, pricing, now }: Issuing,
): Grant {
  const { sku, name: plan, licence } = product
  return {
    sku,
    plan,
    email,
    seat_limit: seats ?? licence.seats,
    updates_until: endOfUpdates(site.company.timeZone, now, licence.updatesMonths),
    licensed_name: name,
    licensed_company: companyName ?? null,
    ...detailColumns(sku, details, pricing),
  }
}

/**
 * Issues a licence without an order.
 * @param options `isMailed` sends the key to `email`; `by` is recorded in the history
 */
export async function grantLicence(
  db: Db,
  grant: Grant,
  issuing: Issuing,
  { isMailed = false, by }: { isMailed?: boolean; by?: Omit<By, 'revision'> } = {},
): Promise<{ id: string; key: string }> {
  return db.transaction().execute(async (trx) => {
    const { key, licence } = createLicence(await issuing.keyring.holdSecrets(trx), issuing)
    const columns = { ...licence, ...grant, ordinal: 0 }
    const row = await trx.insertInto('licences').values(columns).returningAll().executeTakeFirstOrThrow()
    await enqueueLicenceIssued(trx, row, issuing)
    if (by) {
      await by.bind?.(trx, licence.id)
      const { sku, plan, seat_limit: seats, email } = grant
      const after = {
        sku,
        plan,
        seats,
        email,
        ...(row.external_id && { externalId: row.external_id }),
        keyHint: licence.key_hint,
        ...(by.reason && { reason: by.reason }),
      }
      await recordAudit(trx, { who: by.who, act: 'licence.issued', subject: licence.id, after }, issuing)
    }
    if (isMailed) {
      const { id: licenceId } = licence
      const mail = { dedupeKey: `licence:${licenceId}:issued`, recipient: grant.email, params: { licenceId } }
      await enqueueMail(trx, { kind: 'licence_issued', ...mail }, issuing)
    }
    return { id: licence.id, key }
  })
}

/** @returns the key, which isn't stored, and the columns to store */
export function createLicence(secrets: HeldSecrets, { random, now, site }: Moment & Pick<Issuing, 'site'>) {
  const id = newId('lic', { now, random })
  const key = createLicenceKey(site.licenceKeyPrefix, random(keyRandomness))
  const licence = {
    id,
    ...storedKey(id, key, { secrets, random }),
    status: 'active' as const,
    created_at: now.toISOString(),
  }
  return { key, licence }
}

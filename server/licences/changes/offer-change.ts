import { dayIn } from '#shared/calendar/calendar.ts'
import type { ChangeOffer } from '#shared/licensing/change-offer.ts'
import type { ChangeRequest, LicenceAccess } from '#shared/licensing/changes.ts'
import { nameOfLicenceKey } from '#shared/licensing/licence-key.ts'
import { taxCountry } from '#shared/pricing/tax.ts'
import type { Clock, Data, Keys, Seller } from '../../context.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { type UnpricedLine, viewAmounts } from '../../shop/checkout/price-order.ts'
import { priceWithCode, viewCode } from '../../shop/checkout/price-with-code.ts'
import type { Licensing } from '../licensing/activate.ts'
import { findLicence, licenceInfo } from '../licensing/licences.ts'
import { readKey } from '../licensing/look-up.ts'
import { refusalOf } from '../licensing/refusals.ts'
import { machinesOn } from '../licensing/seats.ts'
import { findRemindedLicence } from '../reminders/reminder-token.ts'
import { licenceTermsOf } from './change.ts'
import { readHistory, toColumns } from './history.ts'
import { optionsFor } from './options.ts'
import { priceChange } from './price-change.ts'

type OfferContext = Data & Keys & Clock & Seller

type Asked = { licence: LicenceAccess; change?: ChangeRequest | undefined; code?: string | undefined }

/**
 * Prices are for a domestic buyer.
 * @param keyPointer JSON pointer to the key in the request
 * @throws AppError as `findChangeable`, `priceChange` and `priceWithCode` do
 */
export async function offerChange(
  ctx: OfferContext,
  { licence: access, change = {}, code }: Asked,
  keyPointer: string,
): Promise<ChangeOffer> {
  const { site, pricing } = ctx.library.typed
  const opened = await openLicence(ctx, access, keyPointer)
  const { licence, history, terms, keyName, today } = opened
  const { after, lines } = priceChange(terms, change, opened)
  const machines = await machinesOn(ctx.database.db, licence.id)
  const home = pricing.tax ? taxCountry(pricing.tax) : site.company.country
  const unpriced = lines.map(toLineOf(licence.id))
  const priced = await priceWithCode(ctx, unpriced, { code, country: home })
  const { sku, plan, seat_limit, updates_until } = toColumns(after, history.columns, today.timeZone)
  return {
    licence: { ...licenceInfo(licence, machines.length, { site, pricing }), keyHint: keyName },
    options: optionsFor(terms, pricing, today),
    lines: priced.lines.map((line) => ({ name: line.name, ...viewAmounts(line) })),
    discount: priced.discount,
    total: priced.total,
    tax: priced.tax,
    currency: priced.currency,
    code: priced.terms && viewCode(priced.terms, priced.currency),
    after: { sku, plan, seats: seat_limit, updatesUntil: updates_until },
  }
}

/** @throws AppError as `findChangeable` and `priceChange` do */
export async function changeLines(
  ctx: OfferContext,
  access: LicenceAccess,
  change: ChangeRequest,
): Promise<UnpricedLine[]> {
  const opened = await openLicence(ctx, access, '/licence/key')
  return priceChange(opened.terms, change, opened).lines.map(toLineOf(opened.licence.id))
}

async function openLicence(ctx: OfferContext, access: LicenceAccess, keyPointer: string) {
  const { database, keyring, clock, library } = ctx
  const { site, pricing } = library.typed
  const { timeZone } = site.company
  const licence = await findChangeable(ctx, access, keyPointer)
  const history = await readHistory(database.db, licence, timeZone)
  const keyName = nameOfLicenceKey(await readKey(database.db, licence.id, keyring))
  const today = { today: dayIn(timeZone, clock()), timeZone }
  return { licence, history, terms: licenceTermsOf(history), keyName, pricing, today }
}

type ChangeLine = ReturnType<typeof priceChange>['lines'][number]

function toLineOf(licenceId: string): (line: ChangeLine) => UnpricedLine {
  return ({ change, unitAmount, amount: _, ...line }) => ({
    ...line,
    unit_amount: unitAmount,
    seats: 0,
    updates_months: 0,
    licence_id: licenceId,
    change: JSON.stringify(change),
  })
}

/**
 * @param keyPointer JSON pointer to the key in the request
 * @throws AppError 422 `licence_key_malformed`, 404 `licence_not_found`, 403 `licence_suspended`,
 * `licence_revoked`
 */
async function findChangeable(
  { database: { db }, keyring }: Pick<Licensing, 'database' | 'keyring'>,
  access: LicenceAccess,
  keyPointer: string,
): Promise<LicenceRow> {
  const found =
    access.key === undefined
      ? ((await findRemindedLicence(db, access.token ?? '', keyring)) ?? 'licence_not_found')
      : await findLicence(db, access.key, keyring)
  if (typeof found === 'string') throw refusalOf({ refused: found }, keyPointer)
  if (found.status !== 'active') throw refusalOf({ refused: `licence_${found.status}` })
  return found
}

import { dayIn } from '#shared/calendar/calendar.ts'
import { describeKey, stateInText } from '#shared/desk/words.ts'
import { nameOfLicenceKey } from '#shared/licensing/licence-key.ts'
import type { OrderStatus } from '#shared/orders/orders.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { newId } from '../../runtime/ids.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import type { Moment } from '../../runtime/moment.ts'
import { enqueueLicenceChanged } from '../licensing/licence-webhooks.ts'
import { lockLicence } from '../licensing/licences.ts'
import { readKey } from '../licensing/look-up.ts'
import type { Plans } from '../licensing/rights.ts'
import { applyChange, canApply, licenceTermsOf, type Terms } from './change.ts'
import {
  readChange,
  readHistory,
  readStoredHistory,
  type StoredHistory,
  storeSetByOwner,
  toColumns,
} from './history.ts'
import { describeChange } from './price-change.ts'

type Settling = Moment & { keyring: Keyring; site: Site; pricing: Plans }

type ChangingLine = Pick<OrderLineRow, 'licence_id' | 'change'>

/**
 * Locks the licence, so that the answer holds until the transaction ends.
 * @returns why a paid change can't apply; null if it can
 */
export async function findObstacle(
  trx: Trx,
  lines: ChangingLine[],
  { site, now }: Pick<Settling, 'site' | 'now'>,
): Promise<string | null> {
  const licence = await lockChanged(trx, lines)
  if (!licence) return null
  if (licence.status !== 'active')
    return `licence ${describeKey(licence.key_hint)} is ${stateInText(licence.status)}`
  const on = dayIn(site.company.timeZone, now)
  let terms = licenceTermsOf(await readHistory(trx, licence, site.company.timeZone))
  for (const line of lines) {
    const change = readChange(line.change)
    if (!canApply(terms, { change, on }))
      return `licence ${describeKey(licence.key_hint)} was upgraded, renewed, or given seats or updates meanwhile`
    terms = applyChange(terms, { change, on })
  }
  return null
}

/**
 * Applies, reverts or restores the order's changes by its status. Repeating it changes nothing.
 * @returns the order's lines afterwards
 */
export async function settleChanges(
  trx: Trx,
  { order, lines }: { order: Pick<OrderRow, 'status'>; lines: OrderLineRow[] },
  settling: Settling,
): Promise<OrderLineRow[]> {
  const { site, now } = settling
  const { timeZone } = site.company
  const licence = await lockChanged(trx, lines)
  if (!licence) return lines
  const known = await readHistory(trx, licence, timeZone)
  await storeSetByOwner(trx, known)
  const isKnown = known.changes.some(({ lineId }) => lines.some(({ id }) => id === lineId))
  const named = isKnown ? lines : await insertChanges(trx, { licence, lines, known }, settling)
  await setStands(trx, lines, stands(order.status), now)
  const history = await readStoredHistory(trx, licence, timeZone)
  const changed = await trx
    .updateTable('licences')
    .set(toColumns(licenceTermsOf(history), history.columns, timeZone))
    .where('id', '=', licence.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await enqueueLicenceChanged(trx, licence, changed, settling)
  return named
}

/** Whether the changes stay applied; a partial refund reverts none. */
function stands(status: OrderStatus): boolean {
  return status === 'paid' || status === 'partially_refunded'
}

/** All lines of an order change the same licence. */
async function lockChanged(trx: Trx, [line]: ChangingLine[]): Promise<LicenceRow | null> {
  return line?.licence_id ? lockLicence(trx, line.licence_id) : null
}

/** The payment fixes a renewal's end, so its line can name it now. */
async function insertChanges(
  trx: Trx,
  { licence, lines, known }: { licence: LicenceRow; lines: OrderLineRow[]; known: StoredHistory },
  { keyring, site, random, now }: Settling,
): Promise<OrderLineRow[]> {
  const { timeZone } = site.company
  const keyName = nameOfLicenceKey(await readKey(trx, licence.id, keyring))
  const columnsOf = (terms: Terms) => JSON.stringify(toColumns(terms, known.columns, timeZone))
  const named: OrderLineRow[] = []
  let before = licenceTermsOf(known)
  for (const [index, line] of lines.entries()) {
    const change = readChange(line.change)
    const after = applyChange(before, { change, on: dayIn(timeZone, now) })
    await trx
      .insertInto('licence_changes')
      .values({
        id: newId('chg', { now, random }),
        licence_id: licence.id,
        ordinal: known.changes.length + index,
        order_line_id: line.id,
        kind: change.kind,
        before: columnsOf(before),
        after: columnsOf(after),
        applied_at: now.toISOString(),
      })
      .execute()
    const name = describeChange(change, { before, after }, keyName)
    await trx.updateTable('order_lines').set({ name }).where('id', '=', line.id).execute()
    named.push({ ...line, name })
    before = after
  }
  return named
}

async function setStands(trx: Trx, lines: OrderLineRow[], isStanding: boolean, now: Date): Promise<void> {
  const ids = lines.map(({ id }) => id)
  await trx
    .updateTable('licence_changes')
    .set({ reverted_at: isStanding ? null : now.toISOString() })
    .where('order_line_id', 'in', ids)
    .where('reverted_at', isStanding ? 'is not' : 'is', null)
    .execute()
}

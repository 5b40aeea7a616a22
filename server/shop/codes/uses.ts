import { foldEmail } from '#shared/text/email.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { CodeUseRow, DiscountCodeRow } from '../../runtime/db/rows/codes.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { codeInvalid, lockCode, openQuotes } from './codes.ts'

/**
 * @throws AppError 422 `code_invalid` if no use is left, in all or for the address, or none for a transfer
 */
export async function reserveUse(
  trx: Trx,
  { code, discount }: Pick<CodeUseRow, 'code' | 'discount'>,
  order: Pick<OrderRow, 'id' | 'customer_email' | 'transfer_terms'>,
  now: Date,
): Promise<void> {
  const row = await lockCode(trx, code)
  if (!row) throw codeInvalid(`There’s no code ${code}.`)
  const email = foldEmail(order.customer_email)
  const places = await findPlaces(trx, row, { email, now, holds: order.transfer_terms !== null })
  requirePlaces(row, places)
  const use = {
    order_id: order.id,
    code,
    email,
    ...takenPlaces(places),
    discount,
    reserved_at: now.toISOString(),
  }
  await trx.insertInto('code_uses').values(use).execute()
}

/**
 * A transaction for a quote calls this after `lockCode`.
 * @throws AppError 422 `code_invalid` if no use is left, in all or for this address
 */
export async function requireUseLeft(db: Db, code: string, by: By): Promise<void> {
  const row = await db
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  requirePlaces(row, await findPlaces(db, row, by))
}

/**
 * A paid order keeps its use; one that ends unpaid returns it. Late payments keep the price even without a
 * free use.
 */
export async function settleCodeUse(trx: Trx, { id, status, paid_at }: OrderRow, now: Date): Promise<void> {
  const use = await trx.selectFrom('code_uses').selectAll().where('order_id', '=', id).executeTakeFirst()
  if (!use) return
  const change = paid_at !== null ? await counted(trx, use, now) : givenBack(use, status, now)
  if (change) await trx.updateTable('code_uses').set(change).where('order_id', '=', id).execute()
}

async function counted(trx: Trx, use: CodeUseRow, now: Date): Promise<Partial<CodeUseRow> | null> {
  if (use.counted_at && !use.given_back_at) return null
  const change = { counted_at: now.toISOString() }
  if (!use.given_back_at) return change
  const row = await lockCode(trx, use.code)
  const places = row
    ? await findPlaces(trx, row, { email: use.email, now, holds: false })
    : { place: null, addressPlace: null }
  return { ...change, given_back_at: null, ...takenPlaces(places) }
}

function givenBack(use: CodeUseRow, status: OrderRow['status'], now: Date): Partial<CodeUseRow> | null {
  const isOver = status === 'expired' || status === 'cancelled' || status === 'refunded'
  return isOver && !use.given_back_at ? { given_back_at: now.toISOString() } : null
}

/**
 * Number of the use, up to the code's limit; null without a limit. "none": all are used; "held": quotes hold
 * the rest; "half": quotes and transfers hold the most they may.
 */
type Place = number | null | 'none' | 'held' | 'half'

type Places = { place: Place; addressPlace: Place }

function requirePlaces(row: DiscountCodeRow, { place, addressPlace }: Places): void {
  if (place === 'none') throw codeInvalid(spentText(row))
  if (place === 'held') throw codeInvalid(`Open quotes hold the last uses of ${row.code}.`)
  if (place === 'half') throw codeInvalid(halfText(row))
  if (addressPlace === 'none') throw codeInvalid(`${row.code} was used with this address already.`)
}

/** A late payment's use beyond the limit gets null. */
function takenPlaces({ place, addressPlace }: Places): Pick<CodeUseRow, 'place' | 'address_place'> {
  const numberOf = (taken: Place) => (typeof taken === 'number' ? taken : null)
  return { place: numberOf(place), address_place: numberOf(addressPlace) }
}

/** `email` is null before the buyer is known. A quote or transfer `holds` a use for weeks without money. */
type By = { email: string | null; now: Date; holds: boolean }

/** Half of a code's uses, rounded up, so that a single-use code also works for a quote or transfer. */
function mostHeld(mostUses: number): number {
  return Math.ceil(mostUses / 2)
}

/** Places are numbered, so that a unique index enforces the limit between concurrent orders. */
async function findPlaces(db: Db, row: DiscountCodeRow, by: By): Promise<Places> {
  const { code, max_uses: most, max_uses_per_address: mostOfAddress } = row
  if (most === null && mostOfAddress === null) return { place: null, addressPlace: null }
  const email = by.email === null ? null : foldEmail(by.email)
  const uses = await db
    .selectFrom('code_uses')
    .innerJoin('orders', 'orders.id', 'code_uses.order_id')
    .select(['place', 'address_place', 'email', 'counted_at', 'transfer_terms'])
    .where('code', '=', code)
    .where('given_back_at', 'is', null)
    .$if(most === null, (all) => all.where('email', '=', email ?? ''))
    .execute()
  const own = uses.filter((use) => use.email === email).map(({ address_place }) => address_place)
  return {
    place: most === null ? null : await findPlace(db, { code, most, uses }, { ...by, email }),
    addressPlace: mostOfAddress === null || email === null ? null : freePlace(mostOfAddress, own),
  }
}

type Use = Pick<CodeUseRow, 'place' | 'email' | 'counted_at'> & Pick<OrderRow, 'transfer_terms'>
type Limited = { code: string; most: number; uses: readonly Use[] }

/** Open quotes of one address hold one place together, so its last quote may find none. */
async function findPlace(db: Db, { code, most, uses }: Limited, { email, now, holds }: By): Promise<Place> {
  const free = freePlace(
    most,
    uses.map(({ place }) => place),
  )
  if (free === 'none') return free
  const quotes = await openQuotes(db, now).where('code', '=', code).select('customer_email').execute()
  const waiting = new Set(quotes.map(({ customer_email }) => foldEmail(customer_email)))
  for (const served of [...uses.map((use) => use.email), email]) waiting.delete(served ?? '')
  const unpaid = uses.filter((use) => use.counted_at === null && use.transfer_terms !== null)
  if (holds && waiting.size + unpaid.length >= mostHeld(most)) return 'half'
  const left = most - uses.filter(({ place }) => place !== null).length
  return waiting.size < left ? free : 'held'
}

function freePlace(most: number, taken: (number | null)[]): number | 'none' {
  const places = new Set(taken)
  for (let place = 0; place < most; place++) if (!places.has(place)) return place
  return 'none'
}

function halfText({ code }: DiscountCodeRow): string {
  return `Quotes and orders that wait for a transfer hold half of ${code}’s uses, and may hold no more. The rest is for payments made at once, such as by card. It works here again once one of them is paid or ends.`
}

function spentText({ code, max_uses }: DiscountCodeRow): string {
  return max_uses === 1
    ? `${code} has been used.`
    : `${code} has been used ${max_uses} times, which is as often as it can be.`
}

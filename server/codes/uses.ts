import type { Db, Trx } from '../db/database.ts'
import type { CodeUseRow, DiscountCodeRow } from '../db/rows/codes.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { codeInvalid, lockCode } from './codes.ts'

type Buyer = Pick<OrderRow, 'id' | 'customer_email'>

type Reserving = {
  now: Date
  /** A quote promised its price, so its order may exceed the code's limits. */
  isPromised: boolean
}

/** @throws AppError 422 `code_invalid` if all uses, or all of one address, are taken */
export async function reserveUse(
  trx: Trx,
  code: string,
  order: Buyer,
  { now, isPromised }: Reserving,
): Promise<void> {
  const row = await lockCode(trx, code)
  if (!row) throw codeInvalid(`There’s no code ${code}.`)
  const email = foldEmail(order)
  const places = await findPlaces(trx, row, email)
  if (!isPromised) requirePlaces(row, places)
  const use: CodeUseRow = {
    order_id: order.id,
    code,
    email,
    ...takenPlaces(places),
    reserved_at: now.toISOString(),
    counted_at: null,
    given_back_at: null,
  }
  await trx.insertInto('code_uses').values(use).execute()
}

/** @throws AppError 422 `code_invalid` if no use is left for anybody, or for this address */
export async function requireUseLeft(db: Db, code: string, email: string | null): Promise<void> {
  const row = await db
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  requirePlaces(row, await findPlaces(db, row, email === null ? null : email.trim().toLowerCase()))
}

/** A paid order counts its use; one that ends unpaid returns it. Late payments keep the agreed price without a free use. */
export async function followOrder(trx: Trx, { id, status, paid_at }: OrderRow, now: Date): Promise<void> {
  const use = await trx.selectFrom('code_uses').selectAll().where('order_id', '=', id).executeTakeFirst()
  if (!use) return
  const change = paid_at !== null ? await counted(trx, use, now) : givenBack(use, status, now)
  if (change) await trx.updateTable('code_uses').set(change).where('order_id', '=', id).execute()
}

async function counted(trx: Trx, use: CodeUseRow, now: Date): Promise<Partial<CodeUseRow> | null> {
  if (use.counted_at) return null
  const change = { counted_at: now.toISOString() }
  if (!use.given_back_at) return change
  const row = await lockCode(trx, use.code)
  const places = row ? await findPlaces(trx, row, use.email) : { place: null, addressPlace: null }
  return { ...change, given_back_at: null, ...takenPlaces(places) }
}

function givenBack(use: CodeUseRow, status: OrderRow['status'], now: Date): Partial<CodeUseRow> | null {
  const isOver = status === 'expired' || status === 'cancelled' || status === 'refunded'
  return isOver && !use.given_back_at ? { given_back_at: now.toISOString() } : null
}

/** Null needs no place, because the code has no limit; "none" means that no place is left. */
type Place = number | null | 'none'

type Places = { place: Place; addressPlace: Place }

function requirePlaces(row: DiscountCodeRow, { place, addressPlace }: Places): void {
  if (place === 'none') throw codeInvalid(spentText(row))
  if (addressPlace === 'none') throw codeInvalid(`${row.code} was used with this address already.`)
}

/** A use beyond a limit has no place. */
function takenPlaces({ place, addressPlace }: Places): Pick<CodeUseRow, 'place' | 'address_place'> {
  const numberOf = (taken: Place) => (taken === 'none' ? null : taken)
  return { place: numberOf(place), address_place: numberOf(addressPlace) }
}

/** Places are numbered, so that a unique index enforces the limit under races. */
async function findPlaces(
  db: Db,
  { code, max_uses: most, max_uses_per_address: mostOfAddress }: DiscountCodeRow,
  email: string | null,
): Promise<Places> {
  const held = db.selectFrom('code_uses').where('code', '=', code).where('given_back_at', 'is', null)
  const place =
    most === null ? null : await freePlace(most, held.where('place', 'is not', null).select('place'))
  const ofAddress = held.where('email', '=', email ?? '').where('address_place', 'is not', null)
  const addressPlace =
    mostOfAddress === null || email === null
      ? null
      : await freePlace(mostOfAddress, ofAddress.select('address_place as place'))
  return { place, addressPlace }
}

async function freePlace(
  most: number,
  taken: { execute(): Promise<{ place: number | null }[]> },
): Promise<number | 'none'> {
  const places = new Set((await taken.execute()).map(({ place }) => place))
  if (places.size >= most) return 'none'
  for (let place = 0; ; place++) if (!places.has(place)) return place
}

function spentText({ code, max_uses }: DiscountCodeRow): string {
  return max_uses === 1
    ? `${code} has been used.`
    : `${code} has been used ${max_uses} times, which is as often as it can be.`
}

function foldEmail({ customer_email }: Buyer): string {
  return customer_email.trim().toLowerCase()
}

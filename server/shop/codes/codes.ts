import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { NewCode } from '#shared/pricing/codes.ts'
import type { CodeTerms } from '#shared/pricing/discounts.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { DiscountCodeRow } from '../../runtime/db/rows/codes.ts'
import type { Acting } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalid, invalidField } from '../../web/http/parse.ts'

/** @throws AppError 422 if the code's last day has passed, which must be a typo */
export function requireLasting({ to }: NewCode, { now, timeZone }: { now: Date; timeZone: string }): void {
  if (!to || to >= dayIn(timeZone, now)) return
  const detail = `A code can’t end on ${formatDate(to)}, which is over.`
  throw invalidField('/to', detail)
}

/** Orders refer to ended codes, so their names can't be reused. @throws AppError 409 `code_taken` */
export async function addCode(trx: Trx, code: NewCode, { who, ...moment }: Acting): Promise<void> {
  const row: DiscountCodeRow = {
    code: code.code,
    percent: code.percent ?? null,
    amount: code.amount ?? null,
    skus: code.skus ? JSON.stringify(code.skus) : null,
    applies_to: code.for,
    from_day: code.from ?? null,
    to_day: code.to ?? null,
    max_uses: code.maxUses ?? null,
    max_uses_per_address: code.maxUsesPerAddress ?? null,
    note: code.note,
    created_at: moment.now.toISOString(),
    ended_at: null,
  }
  const added = await trx
    .insertInto('discount_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!added) throw new AppError(409, 'code_taken', `There is a code ${code.code} already.`)
  await recordAudit(trx, { who, act: 'code.added', subject: code.code, after: row }, moment)
}

/** Orders placed with the code keep their price. @throws AppError 404 `code_not_found` */
export async function endCode(trx: Trx, code: string, { who, ...moment }: Acting): Promise<void> {
  const row = await lockCode(trx, code)
  if (!row) throw new AppError(404, 'code_not_found', `There is no code ${code}.`)
  if (row.ended_at) return
  const ended_at = moment.now.toISOString()
  await trx.updateTable('discount_codes').set({ ended_at }).where('code', '=', code).execute()
  await recordAudit(trx, { who, act: 'code.ended', subject: code, after: { ended_at } }, moment)
}

export type CodeWithUses = DiscountCodeRow & { reserved: number; counted: number; promised: number }

/**
 * Lists codes, newest first, with counts of reserved and paid orders, and of open quotes, which hold uses.
 */
export async function listCodes(db: Db, now: Date): Promise<CodeWithUses[]> {
  const codes = await db
    .selectFrom('discount_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .execute()
  const uses = await db
    .selectFrom('code_uses')
    .select(({ fn }) => [
      'code',
      fn.count<number>('order_id').as('held'),
      fn.count<number>('counted_at').as('counted'),
    ])
    .where('given_back_at', 'is', null)
    .groupBy('code')
    .execute()
  const promises = await openQuotes(db, now)
    .select(({ fn }) => ['code', fn.countAll<number>().as('count')])
    .groupBy('code')
    .execute()
  return codes.map((row) => {
    const promised = Number(promises.find(({ code }) => code === row.code)?.count ?? 0)
    const { held = 0, counted = 0 } = uses.find(({ code }) => code === row.code) ?? {}
    return { ...row, reserved: Number(held) - Number(counted), counted: Number(counted), promised }
  })
}

/** Open quotes with a discount code. */
export function openQuotes(db: Db, now: Date) {
  return db
    .selectFrom('quotes')
    .where('code', 'is not', null)
    .where('order_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('valid_until', '>=', now.toISOString())
}

/** Locks the code, so that nobody else takes a use until the transaction ends. */
export async function lockCode(trx: Trx, code: string): Promise<DiscountCodeRow | null> {
  const locked = await trx
    .updateTable('discount_codes')
    .set(({ ref }) => ({ note: ref('note') }))
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst()
  return locked ?? null
}

/** @throws AppError 422 `code_invalid` if the code is unknown, ended or not valid yet */
export async function readCode(
  db: Db,
  code: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<CodeTerms> {
  const row = await db.selectFrom('discount_codes').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw codeInvalid(`There’s no code ${code}. Compare it with what you were sent.`)
  const today = dayIn(timeZone, now)
  if (row.from_day && today < row.from_day)
    throw codeInvalid(`${code} starts on ${formatDate(row.from_day)}.`)
  if (row.ended_at) throw codeInvalid(`${code} ended on ${formatDate(dayIn(timeZone, row.ended_at))}.`)
  if (row.to_day && today > row.to_day) throw codeInvalid(`${code} ended on ${formatDate(row.to_day)}.`)
  return codeTermsOf(row)
}

function codeTermsOf({ code, percent, amount, skus, applies_to }: DiscountCodeRow): CodeTerms {
  return { code, percent, amount, skus: skus === null ? null : JSON.parse(skus), appliesTo: applies_to }
}

export function codeInvalid(detail: string): AppError {
  return invalid([{ pointer: '/code', code: 'code_invalid', detail }], 'code_invalid')
}

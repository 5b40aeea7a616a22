import type { CodeTerms } from '#shared/pricing/discounts.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import type { AppliedCode } from '#shared/pricing/price-answer.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { codeInvalid, readCode } from '../codes/codes.ts'
import { requireUseLeft } from '../codes/uses.ts'
import { type PricedOrder, priceOrder, type UnpricedLine } from './price-order.ts'

/**
 * Prices lines, with the discount code if one was typed. Anybody may call this before the human check, so
 * only `reserveUse` checks uses by address.
 * @throws AppError 422 `code_invalid` if the code is unknown, ended, used up, or not for these lines
 */
export async function priceWithCode(
  ctx: Data & Clock & Seller,
  lines: UnpricedLine[],
  { code, country }: { code: string | undefined; country: string },
): Promise<PricedOrder & { terms: CodeTerms | null }> {
  const { site, pricing } = ctx.library.typed
  const { db } = ctx.database
  if (!code) return { ...priceOrder(lines, pricing, { country }), terms: null }
  const terms = await readCode(db, code, { now: ctx.clock(), timeZone: site.company.timeZone })
  const priced = priceOrder(lines, pricing, { country, code: terms })
  if (!priced.code) throw codeInvalid(`${code} takes nothing off what you’ve chosen.`)
  await requireUseLeft(db, code, { email: null, now: ctx.clock(), holds: false })
  return { ...priced, terms }
}

/** A valid code as pages receive it. */
export function viewCode(terms: CodeTerms, currency: string): AppliedCode {
  const { code, percent, amount, skus } = terms
  const says = percent === null ? `${formatPrice(amount ?? 0, currency)} off` : `${percent}% off`
  return { code, says, terms: { ...terms, skus: skus && [...skus] } }
}

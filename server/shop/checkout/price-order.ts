import {
  type CodeTerms,
  type Discount,
  type LineKind,
  priceLines,
  type VolumeStep,
} from '#shared/pricing/discounts.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { taxRuleFor } from '#shared/pricing/tax.ts'
import { readChange } from '../../licences/changes/history.ts'
import type { OrderLineRow } from '../../runtime/db/rows/orders.ts'

/** An order's line before discounts and tax. */
export type UnpricedLine = Omit<
  OrderLineRow,
  'id' | 'order_id' | 'position' | 'amount' | 'tax' | 'discount' | 'discounts'
> & { volume?: readonly VolumeStep[] | undefined }

export type PricedLine = Omit<UnpricedLine, 'volume'> &
  Pick<OrderLineRow, 'amount' | 'tax' | 'discount'> & { discounts: Discount[] }

export type PricedOrder = {
  lines: PricedLine[]
  currency: string
  discount: number
  total: number
  tax: number
  /** Null without a code, or if the code lowers no price. */
  code: string | null
}

/** Amounts in cents. Buyers abroad pay the same price, without tax in it. */
export function priceOrder(
  unpriced: UnpricedLine[],
  { currency, tax }: Pick<Pricing, 'currency' | 'tax'>,
  { country, code = null }: { country: string; code?: CodeTerms | null },
): PricedOrder {
  const lines = unpriced.map((line) => ({ line, ...priceable(line) }))
  const { codeApplies, ...priced } = priceLines(lines, { tax: taxRuleFor(tax, country), code })
  return {
    ...priced,
    lines: priced.lines.map(({ line: { volume: _, ...line }, amount, tax, discount, discounts }) => ({
      ...line,
      amount,
      tax,
      discount,
      discounts,
    })),
    currency,
    code: code && codeApplies ? code.code : null,
  }
}

/** Members of a line common to all answers of the API. Amounts are in cents. */
export function viewAmounts({
  sku,
  qty,
  unit_amount: unitAmount,
  discount,
  amount,
  tax,
}: Pick<OrderLineRow, 'sku' | 'qty' | 'unit_amount' | 'discount' | 'amount' | 'tax'>) {
  return { sku, qty, unitAmount, discount, amount, tax }
}

function priceable({ sku, qty, unit_amount, change, volume }: UnpricedLine) {
  const kind: LineKind = change === null ? 'new' : readChange(change).kind
  return { sku, qty, unitAmount: unit_amount, kind, volume }
}

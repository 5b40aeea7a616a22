import type { LinePrice } from '#shared/pricing/discounts.ts'
import type { PricedCart } from '#shared/pricing/price-cart.ts'
import type { TotalsLine } from './totals.tsx'
import type { DiscountCode } from './use-discount-code.ts'

/** Empty if there is no discount. */
export function sumsOfCart(
  { lines, total, discount }: Pick<PricedCart, 'lines' | 'total' | 'discount'>,
  code: DiscountCode,
): TotalsLine[] {
  if (discount === 0) return []
  const count = lines.reduce((sum, { product, qty }) => sum + (product ? qty : 0), 0)
  return [
    { label: count === 1 ? 'One licence' : `${count} licences`, amount: total + discount },
    ...discountLines(lines, code),
  ]
}

/** One sum for each reason for a discount. */
export function discountLines(
  lines: readonly Pick<LinePrice, 'discounts'>[],
  { applied, remove }: DiscountCode,
): TotalsLine[] {
  const off = new Map<string, number>()
  for (const { label, amount } of lines.flatMap(({ discounts }) => discounts)) {
    off.set(label, (off.get(label) ?? 0) + amount)
  }
  return Array.from(off, ([label, amount]) => ({
    label,
    amount: -amount,
    ...(applied && label.startsWith(`Code ${applied.code}`) && { onRemove: remove }),
  }))
}

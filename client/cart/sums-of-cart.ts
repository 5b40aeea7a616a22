import type { PricedCart } from '#shared/price-cart.ts'
import type { TotalsLine } from './totals.tsx'

/** What the lines cost, and what is taken off them, one line for each reason; nothing where there is no discount. */
export function sumsOfCart(
  { lines, total, discount }: Pick<PricedCart, 'lines' | 'total' | 'discount'>,
  code: { code: string; remove(): void } | null,
): TotalsLine[] {
  if (discount === 0) return []
  const off = new Map<string, number>()
  for (const { label, amount } of lines.flatMap((line) => line.discounts)) {
    off.set(label, (off.get(label) ?? 0) + amount)
  }
  const count = lines.reduce((sum, { product, qty }) => sum + (product ? qty : 0), 0)
  return [
    { label: count === 1 ? 'One licence' : `${count} licences`, amount: total + discount },
    ...Array.from(off, ([label, amount]) => ({
      label,
      amount: -amount,
      ...(code && label.startsWith(`Code ${code.code}`) && { onRemove: code.remove }),
    })),
  ]
}

import type { FieldError } from '#shared/http/problem.ts'
import { itemSchema } from '#shared/orders/checkout.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { invalid } from '../../web/http/parse.ts'
import type { UnpricedLine } from './price-order.ts'

/** @throws AppError 422 `cart_empty`, `sku_unknown`, `qty_invalid`, with a pointer to each wrong line */
export function priceItems(items: unknown[], pricing: Pricing): UnpricedLine[] {
  if (items.length === 0) {
    throw invalid([{ pointer: '/items', code: 'cart_empty', detail: 'The cart is empty.' }], 'cart_empty')
  }
  return mergeLines(readItems(items, pricing)).map(({ product, qty }) => ({
    sku: product.sku,
    name: product.name,
    qty,
    unit_amount: product.unitAmount,
    seats: product.licence.seats,
    updates_months: product.licence.updatesMonths,
    licence_id: null,
    change: null,
    volume: product.volume,
  }))
}

type Line = { product: Product; qty: number }

function readItems(items: unknown[], pricing: Pricing): Line[] {
  const products = new Map(pricing.products.map((product) => [product.sku, product]))
  const errors: (FieldError & { code: 'sku_unknown' | 'qty_invalid' })[] = []
  const bought = new Map<string, number>()
  const lines = items.flatMap((item, index) => {
    const { sku } = (item ?? {}) as { sku?: unknown }
    const product = typeof sku === 'string' ? products.get(sku) : undefined
    if (!product) {
      errors.push({
        pointer: `/items/${index}/sku`,
        code: 'sku_unknown',
        detail: 'This product isn’t for sale.',
      })
      return []
    }
    const { data } = itemSchema.safeParse(item)
    const together = (bought.get(product.sku) ?? 0) + (data?.qty ?? 0)
    bought.set(product.sku, together)
    if (!data || together > product.maxQty) {
      const detail = `The quantity of ${product.name} must be a whole number from 1 to ${product.maxQty}.`
      errors.push({ pointer: `/items/${index}/qty`, code: 'qty_invalid', detail })
      return []
    }
    return [{ product, qty: data.qty }]
  })
  if (errors[0]) throw invalid(errors, errors[0].code)
  return lines
}

function mergeLines(lines: Line[]): Line[] {
  const bySku = new Map<string, Line>()
  for (const line of lines) {
    const same = bySku.get(line.product.sku)
    bySku.set(line.product.sku, same ? { ...same, qty: same.qty + line.qty } : line)
  }
  return [...bySku.values()]
}

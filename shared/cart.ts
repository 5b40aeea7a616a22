export type CartLine = { readonly sku: string; readonly qty: number }
export type Cart = readonly CartLine[]

/** More of one thing than anybody means to buy, and still exact when many of them are added up. */
const maxQuantity = 1_000_000

/** An existing line's quantity increases; a new sku is appended. A quantity that isn't at least one changes nothing. */
export function addToCart(cart: Cart, sku: string, qty: unknown = 1): Cart {
  const added = readQuantity(qty)
  if (sku === '' || added < 1) return cart
  if (!cart.some((line) => line.sku === sku)) return [...cart, { sku, qty: added }]
  return cart.map((line) => (line.sku === sku ? { sku, qty: readQuantity(line.qty + added) } : line))
}

/** Without an amount, or with one that leaves nothing, the line goes; otherwise its quantity is reduced. */
export function removeFromCart(cart: Cart, sku: string, amount?: unknown): Cart {
  if (amount === undefined) return cart.filter((line) => line.sku !== sku)
  const removed = readQuantity(amount)
  return cart.flatMap((line) => {
    if (line.sku !== sku) return [line]
    return line.qty > removed ? [{ sku, qty: line.qty - removed }] : []
  })
}

/** Sets a line's quantity where it stands; nothing left removes it. */
export function setQuantity(cart: Cart, sku: string, qty: unknown): Cart {
  const wanted = readQuantity(qty)
  if (wanted < 1) return removeFromCart(cart, sku)
  return cart.map((line) => (line.sku === sku ? { sku, qty: wanted } : line))
}

/** Puts a line back where it stood; where its sku has been added again since, the quantities go together. */
export function returnToCart(cart: Cart, line: CartLine, index: number): Cart {
  if (cart.some(({ sku }) => sku === line.sku)) return addToCart(cart, line.sku, line.qty)
  return cart.toSpliced(index, 0, line)
}

/** All quantities together. */
export function countItems(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.qty, 0)
}

/**
 * The cart that a stored text holds: every valid line of it, quantities read as integers (`"2"` is 2),
 * lines of one sku put together. Text of any other shape is an empty cart.
 */
export function parseCart(text: string | null): Cart {
  const lines = parseJson(text)
  if (!Array.isArray(lines)) return []
  return lines.reduce<Cart>((cart, line) => {
    const { sku, qty } = (line ?? {}) as Record<string, unknown>
    return typeof sku === 'string' ? addToCart(cart, sku, qty) : cart
  }, [])
}

/** An integer from 0 to the maximum; 0 for everything but a number. */
function readQuantity(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number.parseFloat(String(value)) : 0
  return Number.isFinite(number) ? Math.trunc(Math.min(Math.max(number, 0), maxQuantity)) : 0
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export type CartLine = { readonly sku: string; readonly qty: number }
export type Cart = readonly CartLine[]

const maxQuantity = 1_000_000

/** Adds to the sku's line, or appends a line. Ignores quantities below one. */
export function addToCart(cart: Cart, sku: string, qty: unknown = 1): Cart {
  const added = readQuantity(qty)
  if (sku === '' || added < 1) return cart
  if (!cart.some((line) => line.sku === sku)) return [...cart, { sku, qty: added }]
  return cart.map((line) => (line.sku === sku ? { sku, qty: readQuantity(line.qty + added) } : line))
}

/** Removes the whole line if `amount` is missing or leaves nothing. */
export function removeFromCart(cart: Cart, sku: string, amount?: unknown): Cart {
  if (amount === undefined) return cart.filter((line) => line.sku !== sku)
  const removed = readQuantity(amount)
  return cart.flatMap((line) => {
    if (line.sku !== sku) return [line]
    return line.qty > removed ? [{ sku, qty: line.qty - removed }] : []
  })
}

export function setQuantity(cart: Cart, sku: string, qty: unknown): Cart {
  const wanted = readQuantity(qty)
  if (wanted < 1) return removeFromCart(cart, sku)
  return cart.map((line) => (line.sku === sku ? { sku, qty: wanted } : line))
}

/** Restores a removed line at its index, or adds to the line with its sku. */
export function returnToCart(cart: Cart, line: CartLine, index: number): Cart {
  if (cart.some(({ sku }) => sku === line.sku)) return addToCart(cart, line.sku, line.qty)
  return cart.toSpliced(index, 0, line)
}

export function countItems(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.qty, 0)
}

/** Reads a stored cart: drops invalid lines, reads `"2"` as 2 and merges lines with the same sku. */
export function parseCart(text: string | null): Cart {
  const lines = parseJson(text)
  if (!Array.isArray(lines)) return []
  return lines.reduce<Cart>((cart, line) => {
    const { sku, qty } = (line ?? {}) as Record<string, unknown>
    return typeof sku === 'string' ? addToCart(cart, sku, qty) : cart
  }, [])
}

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

/**
 * For places that name the currency elsewhere: 22900 → "$229.00" in AUD.
 * @param cents whole cents, because money is never a fraction
 */
export function formatMoney(cents: number, currency: string): string {
  return `${minus(cents)}${symbolOf(currency)}${amountOf(cents)}`
}

/** For large type: 22900 → "$" and "229", 22950 → "$" and "229.50". */
export function wholeMoney(cents: number, currency: string): { symbol: string; amount: string } {
  return { symbol: symbolOf(currency).trim(), amount: minus(cents) + shorten(amountOf(cents)) }
}

/** For a sum on its own, with its currency's country: 22900 → "A$229.00", or "A$229" if `short`. */
export function formatPrice(cents: number, currency: string, { short = false } = {}): string {
  const amount = short ? shorten(amountOf(cents)) : amountOf(cents)
  return `${minus(cents)}${currency === plain ? 'A$' : symbolOf(currency)}${amount}`
}

/** The currency that is written as a plain "$". */
const plain = 'AUD'

/** Formats without Intl, because a browser's first number format takes 30 ms, a third of the pricing page's hydration. */
function amountOf(cents: number): string {
  const groups: string[] = []
  let rest = Math.floor(Math.abs(cents) / 100)
  for (; rest >= 1000; rest = Math.floor(rest / 1000)) groups.unshift(String(rest % 1000).padStart(3, '0'))
  return `${[rest, ...groups].join(',')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

function shorten(amount: string): string {
  return amount.endsWith('.00') ? amount.slice(0, -3) : amount
}

function minus(cents: number): string {
  return cents < 0 ? '-' : ''
}

const symbols = new Map([[plain, '$']])

/** World English puts the country before each dollar: "US$", "NZ$". */
function symbolOf(currency: string): string {
  const known = symbols.get(currency)
  if (known) return known
  const parts = new Intl.NumberFormat('en-001', { style: 'currency', currency }).formatToParts(0)
  const symbol = parts
    .filter(({ type }) => type === 'currency' || type === 'literal')
    .map(({ value }) => value)
    .join('')
  symbols.set(currency, symbol)
  return symbol
}

/**
 * Money as people read it here: 22900 → "$229.00".
 * @param cents whole cents, for money is never a fraction
 */
export function formatMoney(cents: number, currency: string): string {
  return format(cents, { style: 'currency', currency })
    .map(({ value }) => value)
    .join('')
}

/** For a price set large: 22900 → "$" and "229", 22950 → "$" and "229.50". */
export function wholeMoney(cents: number, currency: string): { symbol: string; amount: string } {
  const parts = format(cents, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  const isSymbol = ({ type }: Intl.NumberFormatPart) => type === 'currency' || type === 'literal'
  return {
    symbol: parts.filter(isSymbol).map(textOf).join('').trim(),
    amount: parts
      .filter((part) => !isSymbol(part))
      .map(textOf)
      .join(''),
  }
}

/**
 * The GST inside a total that includes it: an eleventh, to the nearest cent, half a cent up.
 * A New Tax System (Goods and Services Tax) Act 1999 s 9-90, total invoice rule.
 */
export function taxIncluded(total: number): number {
  return Math.floor((2 * total + 11) / 22)
}

/** As a decimal string, so that no binary fraction comes between. */
function format(cents: number, options: Intl.NumberFormatOptions): Intl.NumberFormatPart[] {
  return formatter(options).formatToParts(`${cents}e-2` as `${number}`)
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Making one takes longer than all that a page does with it. */
function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${options.currency} ${options.trailingZeroDisplay}`
  const made = formatters.get(key) ?? new Intl.NumberFormat('en-AU', options)
  formatters.set(key, made)
  return made
}

function textOf({ value }: Intl.NumberFormatPart): string {
  return value
}

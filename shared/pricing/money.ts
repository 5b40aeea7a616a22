/** Below a heading that names the currency: 22900 → "$229.00" in AUD. @param cents whole cents, because money is never a fraction */
export function formatMoney(cents: number, currency: string): string {
  return format(cents, { style: 'currency', currency }).map(textOf).join('')
}

/** For large type: 22900 → "$" and "229", 22950 → "$" and "229.50". */
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

/** For a sum that stands alone, with its currency's country: 22900 → "A$229.00", or "A$229" if `short`. */
export function formatPrice(cents: number, currency: string, { short = false } = {}): string {
  const options = {
    style: 'currency' as const,
    currency,
    ...(short && { trailingZeroDisplay: 'stripIfInteger' as const }),
  }
  return format(cents, options, world).map(textOf).join('')
}

/** World English names every dollar's country: "US$", "NZ$". */
const world = 'en-001'

/** The currency whose symbol is "$" alone. */
const plain = 'AUD'

function format(
  cents: number,
  options: Intl.NumberFormatOptions,
  locale = options.currency === plain ? 'en-AU' : world,
): Intl.NumberFormatPart[] {
  return formatter(options, locale).formatToParts(`${cents}e-2` as `${number}`)
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(options: Intl.NumberFormatOptions, locale: string): Intl.NumberFormat {
  const key = `${locale} ${options.currency} ${options.trailingZeroDisplay}`
  const made = formatters.get(key) ?? new Intl.NumberFormat(locale, options)
  formatters.set(key, made)
  return made
}

function textOf({ value }: Intl.NumberFormatPart): string {
  return value
}

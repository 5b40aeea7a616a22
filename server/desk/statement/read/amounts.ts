export const decimalSigns = ['.', ','] as const

export type DecimalSign = (typeof decimalSigns)[number]

export type Money = { cents: number; currency: string | null }

const currencies = new Set(Intl.supportedValuesOf('currency'))

const symbols: Record<string, string | null> = {
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  S$: 'SGD',
  HK$: 'HKD',
  R$: 'BRL',
  $: null,
  '£': 'GBP',
  '€': 'EUR',
  '₹': 'INR',
  ZŁ: 'PLN',
  KČ: 'CZK',
  KR: null,
}

/** What stands around the number. */
const signs: Record<string, 1 | -1> = {
  ...{ '#': 1, '+#': 1, '#+': 1, 'CR#': 1, '#CR': 1, '#C': 1, '#H': 1, '+#CR': 1 },
  ...{ '-#': -1, '#-': -1, '(#)': -1, '(-#)': -1, 'DR#': -1, '#DR': -1, '#D': -1, '#S': -1, '-#DR': -1 },
  ...{ '#(CR)': 1, '#CR.': 1, '#(DR)': -1, '#DR.': -1, '#OD': -1 },
}

const currencyMark = /[A-Z]{0,2}\$|[£€₹]|ZŁ|KČ|\bKR\b\.?|\b[A-Z]{3}\b/

/** "229.-" */
const noCents = /[.,]-{1,2}$/

/** In cents. Reads "1,234.50", "-.50", "49.50-", "(49.50)", "A$ 89", "DR 49.50", "229.000"; null for anything else. */
export function readMoney(text: string, decimal: DecimalSign): Money | null {
  const trimmed = text.trim().slice(0, 60).toUpperCase().replace(/[−–]/g, '-').replace(noCents, '')
  const [number] = /[.,]?\d[\d.,'’\s]*/.exec(trimmed) ?? []
  if (number === undefined) return null
  const around = trimmed.replace(number, '#')
  const [mark = ''] = currencyMark.exec(around) ?? []
  const symbol = mark.replace(/\.$/, '')
  const currency = readCurrency(symbol)
  const sign =
    signs[around.replace(currency === null && !(symbol in symbols) ? '' : mark, '').replace(/\s/g, '')]
  const cents = readNumber(number.trim(), decimal)
  return sign === undefined || cents === null ? null : { cents: cents === 0 ? 0 : sign * cents, currency }
}

/** Thousands have one sign throughout, and zeros alone may follow the second decimal. */
function readNumber(number: string, decimal: DecimalSign): number | null {
  const [whole = '', fraction = '', more] = number.split(decimal)
  const [first = '', ...groups] = whole.split(/[.,'’\s]/)
  const isGrouped =
    new Set(whole.replace(/\d/g, '')).size <= 1 &&
    (groups.length === 0 || /^\d{1,3}$/.test(first)) &&
    groups.every((group, index) => group.length === 3 || (group.length === 2 && index < groups.length - 1))
  const digits = first + groups.join('')
  if (more !== undefined || !isGrouped || !/^\d{0,2}0*$/.test(fraction) || digits + fraction === '')
    return null
  const cents = Number(digits) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
  return Number.isSafeInteger(cents) ? cents : null
}

/** @returns the sign with which most cells are amounts; null if both fit and differ */
export function decideDecimal(cells: string[]): DecimalSign | null {
  const read = (decimal: DecimalSign) => cells.map((cell) => readMoney(cell, decimal)?.cents)
  const [points, commas] = [read('.'), read(',')]
  const count = (list: (number | undefined)[]) => list.filter((cents) => cents !== undefined).length
  if (count(points) !== count(commas)) return count(points) > count(commas) ? '.' : ','
  return points.every((cents, index) => cents === commas[index]) ? '.' : null
}

/** @returns whether the sign matters */
export function doAmountsTell(cells: string[]): boolean {
  return cells.some((cell) => readMoney(cell, '.')?.cents !== readMoney(cell, ',')?.cents)
}

/** "usd" and "US$" → "USD"; null for anything else. */
export function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase()
  return currencies.has(code) ? code : (symbols[code] ?? null)
}

/** "Amount (USD)" → "USD", "Betrag (€)" → "EUR" */
export function currencyIn(name: string): string | null {
  const code = name.match(/\b[A-Z]{3}\b/g)?.find((word) => currencies.has(word))
  if (code || /\beuros?\b/i.test(name)) return code ?? 'EUR'
  return readCurrency(name.match(/[A-Z]{0,2}\$|[£€₹]/)?.[0] ?? '')
}

/** What an amount is that has no sign, and no direction or balance beside it. */
export const unsignedWays = ['in', 'out'] as const

export type Unsigned = (typeof unsignedWays)[number]

export const hasSign = (cell: string) =>
  /^\D*[-+−(]|[-+−]$|[DC]R|\d\s?[CDSH]$/i.test(cell.trim().replace(noCents, ''))

/** Some banks write a dash where no money moved. */
export const isNothing = (cell: string) => ['', '-', '–', '—', '--'].includes(cell)

export const isAmount = (cell: string) => decimalSigns.some((decimal) => readMoney(cell, decimal) !== null)

/** More than a bare number. */
export const looksLikeMoney = (cell: string) => /[.,]\d{2,3}\b|^[+\-−]|[$£€₹]/.test(cell) && isAmount(cell)

import type { Day } from '#shared/calendar/calendar.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads 22/11/2026, 22-11-26, 22 Nov 2026, 2026-11-22 or 20261122; null for anything else. */
export function readDay(text: string): Day | null {
  const trimmed = text.trim()
  const iso = /^(\d{4})-?(\d\d)-?(\d\d)(?:$|[T\s\d.[+-])/.exec(trimmed)
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const local = /^(\d{1,2})[/.\s-](\d{1,2}|[a-z]{3,9})[/.\s-](\d{4}|\d\d)$/i.exec(trimmed)
  if (!local) return null
  const [, date = '', month = '', year = ''] = local
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return toDay(Number(year) + (year.length === 2 ? 2000 : 0), number, Number(date))
}

function toDay(year: number, month: number, date: number): Day | null {
  const day = new Date(Date.UTC(year, month - 1, date))
  const isReal = day.getUTCFullYear() === year && day.getUTCMonth() === month - 1 && day.getUTCDate() === date
  return isReal && year >= 1990 && year < 2200 ? (day.toISOString().slice(0, 10) as Day) : null
}

/** In cents. Reads "1,234.50", "+229.00", ".50", "49.50-", "(49.50)", "$89" and "49.50 DR"; null for anything else. */
export function readCents(text: string): number | null {
  const compact = text.trim().replace(/[\s$]|AUD/gi, '')
  const found = /^(\()?([+\-−])?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?(\))?(-|DR|CR)?$/i.exec(compact)
  if (!found) return null
  const [, open, sign, whole = '', fraction = '', close, side = ''] = found
  if (Boolean(open) !== Boolean(close) || whole + fraction === '') return null
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  const isOut = open || sign === '-' || sign === '−' || side === '-' || side.toUpperCase() === 'DR'
  return isOut ? 0 - cents : cents
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** "usd" → "USD"; null for anything else. */
export function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase()
  return currencies.has(code) ? code : null
}

/** "Amount (USD)" → "USD" */
export function currencyIn(name: string): string | null {
  return name.match(/\b[A-Z]{3}\b/g)?.find((word) => currencies.has(word)) ?? null
}

import { type DecimalSign, decimalSigns } from '#shared/desk/statement-decisions.ts'

export type Money = { cents: number; currency: string | null }

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Null for a symbol shared by several currencies. */
const symbols: Record<string, string | null> = {
  $: null,
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  MX$: 'MXN',
  R$: 'BRL',
  S$: 'SGD',
  HK$: 'HKD',
  NT$: 'TWD',
  RM: 'MYR',
  RP: 'IDR',
  '₱': 'PHP',
  '฿': 'THB',
  '₫': 'VND',
  '₩': 'KRW',
  '€': 'EUR',
  '£': 'GBP',
  '¥': null,
  '₹': 'INR',
  RS: null,
  '₪': 'ILS',
  '₺': 'TRY',
  '₽': 'RUB',
  '₴': 'UAH',
  KR: null,
  FR: 'CHF',
  SFR: 'CHF',
  ZŁ: 'PLN',
  KČ: 'CZK',
  FT: 'HUF',
  LEI: 'RON',
  ЛВ: 'BGN',
  R: 'ZAR',
}

/** Signs around the number, which `#` stands for. */
const signs: Record<string, 1 | -1> = {
  '#': 1,
  '+#': 1,
  '#+': 1,
  'CR#': 1,
  '#CR': 1,
  '#C': 1,
  '#H': 1,
  '+#CR': 1,
  '-#': -1,
  '#-': -1,
  '(#)': -1,
  '(-#)': -1,
  'DR#': -1,
  '#DR': -1,
  '#D': -1,
  '#S': -1,
  '-#DR': -1,
  '#(CR)': 1,
  '#CR.': 1,
  '#(DR)': -1,
  '#DR.': -1,
  '#OD': -1,
}

/** Longest prefix and suffix, as in "DR A$ (229.00)"; longer ones are text. Runs of spaces count once. */
const longestAround = 16

/** Currency symbols such as "NT$", "€" and "kr.". */
const mark = /\p{L}{0,2}\$|\p{Sc}|(?<!\p{L})\p{L}{1,3}(?!\p{L})\.?/gu

/** A dash instead of cents: "229.-". */
const noCents = /[.,]-{1,2}$/

/**
 * Reads cents from "1,234.50", "-.50", "49.50-", "(49.50)", "A$ 89", "DR 49.50", "229.000"; otherwise null.
 */
export function readMoney(text: string, decimal: DecimalSign): Money | null {
  const trimmed = text.trim().slice(0, 60).toUpperCase().replace(/[−–]/g, '-').replace(noCents, '')
  const [, letters = '', found] = /(\p{L}{0,3})([.,]?\d[\d.,'’\s]*)/u.exec(trimmed) ?? []
  if (found === undefined) return null
  // The point in "kr.50" belongs to the symbol, but in "AUD.50" to the number.
  const number = letters === '' || currencies.has(letters) ? found : found.replace(/^[.,]/, '')
  const around = trimmed.replace(number, '#').replace(/\s+/g, ' ')
  if (around.length > longestAround) return null
  const symbol = around.match(mark)?.find(isCurrency) ?? ''
  const currency = readCurrency(symbol)
  const sign = signs[around.replace(symbol, '').replace(/\s/g, '')]
  const cents = readNumber(number.trim(), decimal)
  return sign === undefined || cents === null ? null : { cents: cents === 0 ? 0 : sign * cents, currency }
}

/** Thousands need one separator throughout, and only zeros may follow two decimals. */
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

/** @returns the separator with which most cells are amounts; null if both fit with different values */
export function decideDecimal(cells: string[]): DecimalSign | null {
  const read = (decimal: DecimalSign) => cells.map((cell) => readMoney(cell, decimal)?.cents)
  const [points, commas] = [read('.'), read(',')]
  const count = (list: (number | undefined)[]) => list.filter((cents) => cents !== undefined).length
  if (count(points) !== count(commas)) return count(points) > count(commas) ? '.' : ','
  return points.every((cents, index) => cents === commas[index]) ? '.' : null
}

/** @returns whether the decimal separator changes any amount */
export function doAmountsTell(cells: string[]): boolean {
  return cells.some((cell) => readMoney(cell, '.')?.cents !== readMoney(cell, ',')?.cents)
}

const plainMark = (text: string) => text.trim().toUpperCase().replace(/\.$/, '')

/** "usd" and "US$" → "USD"; null for anything else. */
export function readCurrency(text: string): string | null {
  const code = plainMark(text)
  return currencies.has(code) ? code : (symbols[code] ?? null)
}

/** Includes symbols of several currencies, such as "$". */
export const isCurrency = (text: string) => readCurrency(text) !== null || plainMark(text) in symbols

/** "Amount (USD)" → "USD", "Betrag (€)" → "EUR" */
export function currencyIn(name: string): string | null {
  const code = name.match(/\b[A-Z]{3}\b/g)?.find((word) => currencies.has(word))
  if (code || /\beuros?\b/i.test(name)) return code ?? 'EUR'
  return readCurrency(name.match(/[A-Z]{0,2}\$|\p{Sc}/u)?.[0] ?? '')
}

export const hasSign = (cell: string) =>
  /^\D*[-+−(]|[-+−]$|[DC]R|\d\s?[CDSH]$/i.test(cell.trim().replace(noCents, ''))

/** Some banks write a dash if no money moved. */
export const isNothing = (cell: string) => ['', '-', '–', '—', '--'].includes(cell)

export const isAmount = (cell: string) => decimalSigns.some((decimal) => readMoney(cell, decimal) !== null)

/** Whether a cell is an amount, not just a bare number. */
export const looksLikeMoney = (cell: string) => /[.,]\d{2,3}\b|^[+\-−]|\p{Sc}/u.test(cell) && isAmount(cell)

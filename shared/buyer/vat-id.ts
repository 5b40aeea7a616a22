import { countryName } from './country-name.ts'

/** Possible digit counts after the prefix (European Commission, VIES, FAQ). XI is missing, because it covers only goods. */
const digits: Readonly<Record<string, readonly number[]>> = {
  BG: [9, 10],
  CZ: [8, 9, 10],
  DE: [9],
  DK: [8],
  EE: [9],
  FI: [8],
  GR: [9],
  HR: [11],
  HU: [8],
  IT: [11],
  LT: [9, 12],
  LU: [8],
  LV: [11],
  MT: [8],
  PL: [10],
  PT: [9],
  RO: [2, 3, 4, 5, 6, 7, 8, 9, 10],
  SE: [12],
  SI: [8],
  SK: [10],
}

/** VAT IDs that also contain letters. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  CY: /^\d{8}[A-Z]$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
}

/** States the expected digits where the ID consists of digits alone. */
export function whyNoVatId(country: string): string {
  const counts = digits[country]
  const form = counts
    ? `is ${vatPrefix(country)} and ${counts.join(' or ')} digits`
    : `starts with ${vatPrefix(country)}`
  return `A VAT ID of ${countryName(country)} ${form}. Compare it with yours.`
}

export function hasVatIds(country: string): boolean {
  return Object.hasOwn(digits, country) || Object.hasOwn(forms, country)
}

/** Checks only the format, not whether the ID exists. */
export function isVatId(text: string, country: string): boolean {
  const tidy = tidyVatId(text)
  const prefix = vatPrefix(country)
  const rest = tidy.slice(prefix.length)
  const fits = forms[country]?.test(rest) ?? (digits[country]?.includes(rest.length) && /^\d+$/.test(rest))
  return tidy.startsWith(prefix) && fits === true
}

export function tidyVatId(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase()
}

/** Greece's prefix is EL (Council Directive 2006/112/EC, article 215). */
function vatPrefix(country: string): string {
  return country === 'GR' ? 'EL' : country
}

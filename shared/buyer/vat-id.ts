/** The part after the prefix (European Commission, VIES, FAQ). XI is missing, because it covers goods alone. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

export const vatIdRefused = 'This VAT ID doesn’t have the form of its country’s.'

export function hasVatIds(country: string): boolean {
  return Object.hasOwn(forms, country)
}

/** Checks the form alone, not whether the ID exists. */
export function isVatId(text: string, country: string): boolean {
  const tidy = tidyVatId(text)
  const prefix = vatPrefix(country)
  return tidy.startsWith(prefix) && (forms[country]?.test(tidy.slice(prefix.length)) ?? false)
}

export function tidyVatId(text: string): string {
  return text.replace(/[\s.-]/g, '').toUpperCase()
}

/** Greece uses EL (Council Directive 2006/112/EC, article 215). */
export function vatPrefix(country: string): string {
  return country === 'GR' ? 'EL' : country
}

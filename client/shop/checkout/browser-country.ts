import { countryCodes } from '#shared/buyer/countries.ts'

/**
 * The first region that the browser's languages name, if we sell there: `['en', 'de-AT']` → "AT". Empty if none does. A
 * language alone names no country, because English or German is read in many.
 */
export function browserCountry(languages: readonly string[]): string {
  return languages.map(regionOf).find((region) => countryCodes.includes(region)) ?? ''
}

/** The region follows the language and perhaps a script (RFC 5646, 2.1): "zh-Hant-TW" → "TW". */
function regionOf(language: string): string {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z0-9])/i.exec(language)?.[1]?.toUpperCase() ?? ''
}

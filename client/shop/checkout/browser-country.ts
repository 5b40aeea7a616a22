import { countryCodes } from '#shared/buyer/countries.ts'

/**
 * The first region in the browser's languages where we sell: `['en', 'de-AT']` → "AT". Empty if there is none.
 * A language without a region, such as English or German, doesn't identify a country.
 */
export function browserCountry(languages: readonly string[]): string {
  return languages.map(regionOf).find((region) => countryCodes.includes(region)) ?? ''
}

/** The region follows the language and an optional script (RFC 5646, 2.1): "zh-Hant-TW" → "TW". */
function regionOf(language: string): string {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z0-9])/i.exec(language)?.[1]?.toUpperCase() ?? ''
}

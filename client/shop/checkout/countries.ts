import { countryCodes } from '#shared/buyer/countries.ts'
import { countryName } from '#shared/buyer/country-name.ts'

/** Sorted by name. For the browser only, because its names may differ from the server's. */
export function countries(): { code: string; name: string }[] {
  return countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'))
}

import { countryCodes } from '#shared/buyer/countries.ts'
import { countryName } from '#shared/buyer/country-name.ts'

type Country = { code: string; name: string }

/** Sorted by name. For the browser only, because its names may differ from the server's. */
export function countries(): Country[] {
  return countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'))
}

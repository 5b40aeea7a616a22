import { countryCodes } from '#shared/countries.ts'

type Country = { code: string; name: string }

/** By name, in the site's English. Names may differ between browser and server, so only the browser uses it. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames('en-AU', { type: 'region' })
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'))
}

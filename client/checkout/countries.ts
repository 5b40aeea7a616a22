import { countryCodes } from '#shared/countries.ts'

type Country = { code: string; name: string }

/** Sorted by name. Only the browser uses them, because its names may differ from the server's. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames('en-AU', { type: 'region' })
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'))
}

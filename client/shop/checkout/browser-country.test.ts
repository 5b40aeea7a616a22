import { expect, test } from 'vitest'
import { browserCountry } from './browser-country.ts'

test.each([
  [['de-DE', 'de', 'en-US'], 'DE'],
  [['en', 'de-AT'], 'AT'],
  [['zh-Hant-TW'], 'TW'],
  [['en-au'], 'AU'],
  [['ca-ES-valencia'], 'ES'],
  [['es-419', 'es-MX'], 'MX'],
  [['en-ZZ'], ''],
  [['de'], ''],
  [['sr-Latn'], ''],
  [['en_US.utf8', 'C', ''], ''],
  [[], ''],
])('the country of %j is %j', (languages, country) => {
  expect(browserCountry(languages)).toBe(country)
})

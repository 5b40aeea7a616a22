import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { priceLead, TaxNote } from './tax-note.tsx'
import { useReaderCountry } from './use-reader-country.ts'

vi.mock('./use-reader-country.ts', () => ({ useReaderCountry: vi.fn() }))
vi.mock('./use-tax-home.ts', () => ({ useTaxHome: () => 'Australia' }))

const tax = { name: 'GST', country: 'AU', rate: [1, 10] as [number, number] }

test.each([
  ['', 'includes $8.09 GST in Australia', 'Prices in AUD, GST included in Australia.'],
  ['AU', 'includes $8.09 GST', 'Prices in AUD, GST included.'],
  ['DE', 'no GST outside Australia', 'Prices in AUD, no GST outside Australia.'],
])('a reader in “%s” reads what the price includes there', (country, note, lead) => {
  vi.mocked(useReaderCountry).mockReturnValue(country)
  const html = renderToStaticMarkup(<TaxNote tax={tax} share="$8.09" />)
  expect(html.replace(/<[^>]+>/g, '')).toBe(note)
  expect(priceLead({ currency: 'AUD', tax }, { country, home: 'Australia' })).toBe(lead)
})

test('prices without tax say the currency alone', () => {
  expect(priceLead({ currency: 'EUR', tax: null }, { country: 'DE', home: 'Germany' })).toBe('Prices in EUR.')
})

const currencies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'
      .split(' ')
      .map((country) => [country, 'EUR']),
  ),
  ...{ AU: 'AUD', BR: 'BRL', CA: 'CAD', CH: 'CHF', CZ: 'CZK', DK: 'DKK', GB: 'GBP', IN: 'INR', JP: 'JPY' },
  ...{ KR: 'KRW', MX: 'MXN', NO: 'NOK', NZ: 'NZD', PL: 'PLN', SE: 'SEK', SG: 'SGD', US: 'USD', ZA: 'ZAR' },
}

/** The currency of a country; empty for one that isn't listed. */
export function currencyOf(country: string): string {
  return currencies[country] ?? ''
}

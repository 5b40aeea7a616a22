/** Only businesses in Australia have an ABN. */
export const abnCountry = 'AU'

/** Only businesses in New Zealand have an NZBN. */
export const nzbnCountry = 'NZ'

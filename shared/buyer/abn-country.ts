/** Only businesses there have an ABN. */
export const abnCountry = 'AU'

/** And only there an NZBN. */
export const nzbnCountry = 'NZ'

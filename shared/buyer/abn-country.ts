/** Only businesses there have an ABN. */
export const abnCountry = 'AU'

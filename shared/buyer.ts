/** From this total on, in cents, an Australian tax invoice must name the buyer. GST Act 1999 s 29-70(1)(c)(iii). */
export const buyerIdentityFrom = 100_000

export const homeCountry = 'AU'

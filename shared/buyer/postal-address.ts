/** An address without its country. Free text, because formats differ too much between countries to check. */
export type PostalAddress = {
  lines: string[]
  city?: string | undefined
  state?: string | undefined
  postcode?: string | undefined
}

/** The members of the buyer that form an address. */
type AddressParts = { [Name in keyof typeof addressLabels]?: string | undefined }

/** In the order in which people write an address. */
export const addressLabels = {
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  city: 'City',
  state: 'State',
  postcode: 'Postcode',
} as const

export const addressNames = Object.keys(addressLabels) as (keyof AddressParts)[]

/** @returns null if no part is given */
export function addressOf(parts: AddressParts): PostalAddress | null {
  if (addressNames.every((name) => !parts[name])) return null
  const { addressLine1, addressLine2, city, state, postcode } = parts
  return { lines: [addressLine1, addressLine2].filter((line) => line !== undefined), city, state, postcode }
}

/**
 * The lines of a letter's address: "1 Example Street", "Sydney NSW 2000".
 * @param country decides where the postcode goes
 */
export function addressLines({ lines, city, state, postcode }: PostalAddress, country: string): string[] {
  const place = postcodeLast.has(country) ? [city, state, postcode] : [postcode, city, state]
  return [...lines, place.filter(Boolean).join(' ')].filter(Boolean)
}

/** The address in one line; empty for null. */
export function addressText(address: PostalAddress | null, country: string): string {
  return address ? addressLines(address, country).join(', ') : ''
}

/**
 * In these countries the postcode follows the city; elsewhere it mostly precedes it (Universal Postal Union,
 * "Addressing systems").
 */
const postcodeLast = new Set('AU BD CA GB HK ID IE IN LK NP NZ PG PK SA SG TH TW US VN'.split(' '))

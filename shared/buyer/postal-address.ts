/** Where post goes, without the country. Free text: countries write addresses in too many ways to check. */
export type PostalAddress = {
  lines: string[]
  city?: string | undefined
  state?: string | undefined
  postcode?: string | undefined
}

/** The buyer's members that make up an address. */
type AddressParts = { [Name in keyof typeof addressLabels]?: string | undefined }

/** In the order in which people write them. */
export const addressLabels = {
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  city: 'City',
  state: 'State',
  postcode: 'Postcode',
} as const

export const addressNames = Object.keys(addressLabels) as (keyof AddressParts)[]

/** @returns null where nothing was given */
export function addressOf(parts: AddressParts): PostalAddress | null {
  if (addressNames.every((name) => !parts[name])) return null
  const { addressLine1, addressLine2, city, state, postcode } = parts
  return { lines: [addressLine1, addressLine2].filter((line) => line !== undefined), city, state, postcode }
}

/** Lines as they stand on a letter: "1 Example Street", "Sydney NSW 2000". @param country decides where the postcode stands */
export function addressLines({ lines, city, state, postcode }: PostalAddress, country: string): string[] {
  const place = postcodeLast.has(country) ? [city, state, postcode] : [postcode, city, state]
  return [...lines, place.filter(Boolean).join(' ')].filter(Boolean)
}

/** In one line; empty without an address. */
export function addressText(address: PostalAddress | null, country: string): string {
  return address ? addressLines(address, country).join(', ') : ''
}

/** Elsewhere the city mostly follows its postcode (Universal Postal Union, "Addressing systems"). */
const postcodeLast = new Set('AU BD CA GB HK ID IE IN LK NP NZ PG PK SA SG TH TW US VN'.split(' '))

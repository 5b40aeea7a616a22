import type { Element } from 'xast'
import { x } from 'xastscript'
import type { PostalAddress } from '#shared/buyer/postal-address.ts'
import { asciiEmail } from '#shared/text/email.ts'

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd'

/** A UBL 2.1 document. The order of its elements is fixed. */
export function ubl(root: 'Invoice' | 'CreditNote', ...children: (Element | null)[]): Element {
  const namespaces = {
    xmlns: `${schemas}:${root}-2`,
    'xmlns:cac': `${schemas}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${schemas}:CommonBasicComponents-2`,
  }
  return x(root, namespaces, children)
}

/** An element with child elements. */
export function cac(name: string, ...children: (Element | null)[]): Element {
  return x(`cac:${name}`, children)
}

/** An element with text; null without a value. */
export function cbc(
  name: string,
  value: string | false | null | undefined,
  attributes: Record<string, string> = {},
): Element | null {
  return value ? x(`cbc:${name}`, attributes, value.replace(unwritable, '')) : null
}

/** XML can't contain these. Input checks refuse the other characters without a glyph. */
const unwritable = /[\ufffe\uffff]/g

type Party = {
  name: string
  /** Number in the company register of its country. */
  number: { value: string; scheme: string | undefined } | null
  tax: { id: string; scheme: string } | null
  address: PostalAddress | null
  countryCode: string
  contact?: string | undefined
  email?: string | undefined
}

/** Without a number in a known register, its mailbox is its electronic address. */
export function party({ name, number, tax, contact, email, address, countryCode }: Party): Element {
  const [street, second, ...others] = address?.lines ?? []
  const scheme = number?.scheme
  return cac(
    'Party',
    scheme
      ? cbc('EndpointID', number?.value, { schemeID: scheme })
      : cbc('EndpointID', email && asciiEmail(email), { schemeID: 'EM' }),
    cac('PartyName', cbc('Name', name)),
    cac(
      'PostalAddress',
      cbc('StreetName', street),
      cbc('AdditionalStreetName', second),
      cbc('CityName', address?.city),
      cbc('PostalZone', address?.postcode),
      cbc('CountrySubentity', address?.state),
      others.length > 0 ? cac('AddressLine', cbc('Line', others.join(', '))) : null,
      cac('Country', cbc('IdentificationCode', countryCode)),
    ),
    tax && cac('PartyTaxScheme', cbc('CompanyID', tax.id), taxScheme(tax.scheme)),
    cac(
      'PartyLegalEntity',
      cbc('RegistrationName', name),
      cbc('CompanyID', number?.value, scheme ? { schemeID: scheme } : {}),
    ),
    cac('Contact', cbc('Name', contact), cbc('ElectronicMail', email)),
  )
}

export function taxScheme(id: string): Element {
  return cac('TaxScheme', cbc('ID', id))
}

import type { Element } from 'xast'
import { x } from 'xastscript'
import type { PostalAddress } from '#shared/buyer/postal-address.ts'
import { asciiEmail } from '#shared/text/email.ts'

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd'

/** A document of UBL 2.1. Its elements have a fixed order. */
export function ubl(root: 'Invoice' | 'CreditNote', ...children: (Element | null)[]): Element {
  const namespaces = {
    xmlns: `${schemas}:${root}-2`,
    'xmlns:cac': `${schemas}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${schemas}:CommonBasicComponents-2`,
  }
  return x(root, namespaces, children)
}

/** An element that holds others. */
export function cac(name: string, ...children: (Element | null)[]): Element {
  return x(`cac:${name}`, children)
}

/** An element that holds text; null without a value. */
export function cbc(
  name: string,
  value: string | false | null | undefined,
  attributes: Record<string, string> = {},
): Element | null {
  return value ? x(`cbc:${name}`, attributes, value.replace(unwritable, '')) : null
}

/** XML has no place for these. Other characters without a sign are refused where text is typed. */
const unwritable = /[\ufffe\uffff]/g

type Party = {
  name: string
  /** In its country's register. */
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

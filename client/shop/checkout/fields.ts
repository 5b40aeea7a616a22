import { abnCountry, nzbnCountry } from '#shared/buyer/abn-country.ts'
import { addressLabels } from '#shared/buyer/postal-address.ts'
import { businessNumberMax } from '#shared/buyer/tidy-number.ts'
import { hasVatIds } from '#shared/buyer/vat-id.ts'
import { mayWithdraw } from '#shared/buyer/withdrawal.ts'
import { formatIdentityFrom, mustNameBuyer } from '#shared/orders/buyer-identity.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import type { Tax } from '#shared/pricing/tax.ts'
import { checkAbn, checkEmail, checkNzbn, checkVatId } from './check-text.ts'

type Sale = { country: string; total: number; currency: string; tax: Tax }

/** The buyer's fields in the form. */
type TypedBuyer = Record<'country' | 'companyName' | 'abn' | 'nzbn' | 'vatId', string>

export type Field = {
  label: string
  note?: string
  /** The error of an empty field; without it the field is optional. */
  missing?: string
  type?: 'email'
  inputMode?: 'numeric'
  autoComplete: string
  /** In characters. The input element has no limit, because it would silently cut pasted text. */
  maxLength?: number
  hint?(sale: Sale): string | false
  /** If it returns false, the field is neither shown nor sent. */
  appliesTo?(buyer: TypedBuyer): boolean
  /** Also runs when the field loses the focus. */
  check?(text: string, country: string): string | undefined
}

export const buyerFields = {
  name: { label: 'Your name', missing: 'Enter your name.', autoComplete: 'name', maxLength: 100 },
  email: {
    label: 'Email',
    missing: 'Enter your email.',
    type: 'email',
    autoComplete: 'email',
    maxLength: 254,
    check: checkEmail,
  },
  companyName: {
    label: 'Company',
    note: '(optional)',
    hint: identityNote,
    autoComplete: 'organization',
    maxLength: 200,
  },
  abn: {
    label: 'ABN',
    note: '(optional)',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: businessNumberMax,
    appliesTo: ({ country }) => country === abnCountry,
    check: checkAbn,
  },
  nzbn: {
    label: 'NZBN',
    note: '(optional)',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: businessNumberMax,
    appliesTo: ({ country }) => country === nzbnCountry,
    check: checkNzbn,
  },
  country: {
    label: 'Country',
    missing: 'Choose a country. It decides about tax.',
    autoComplete: 'country',
  },
  vatId: {
    label: 'VAT ID',
    note: '(optional, for businesses)',
    autoComplete: 'off',
    maxLength: 30,
    appliesTo: ({ country }) => hasVatIds(country),
    check: checkVatId,
  },
} satisfies Partial<Record<keyof CheckoutBody['customer'], Field>>

/** The address, which only businesses are asked for. */
export const addressFields = {
  addressLine1: addressField('addressLine1', 'address-line1', 200),
  addressLine2: addressField('addressLine2', 'address-line2', 200),
  city: addressField('city', 'address-level2', 100),
  state: addressField('state', 'address-level1', 100),
  postcode: addressField('postcode', 'postal-code', 20),
}

function addressField(name: keyof typeof addressLabels, autoComplete: string, maxLength: number): Field {
  return { label: addressLabels[name], note: '(optional)', autoComplete, maxLength, appliesTo: isBusiness }
}

/** The members of the body's `customer`, in the form's order. */
export const customerFields: Record<keyof CheckoutBody['customer'], Field> = {
  ...buyerFields,
  ...addressFields,
}

export function isBusiness(buyer: TypedBuyer): boolean {
  return (
    buyer.companyName.trim() !== '' ||
    (buyerFields.abn.appliesTo(buyer) && buyer.abn.trim() !== '') ||
    (buyerFields.nzbn.appliesTo(buyer) && buyer.nzbn.trim() !== '') ||
    namesVatId(buyer)
  )
}

/** Whether the buyer must agree that delivery begins at once. */
export function isConsumerOfEu({ country, vatId }: Pick<TypedBuyer, 'country' | 'vatId'>): boolean {
  return mayWithdraw({ country, vatId: vatId.trim() })
}

/** An EU business has its address on the invoice (Council Directive 2006/112/EC, article 226 (5)). */
export function namesVatId({ country, vatId }: Pick<TypedBuyer, 'country' | 'vatId'>): boolean {
  return hasVatIds(country) && vatId.trim() !== ''
}

/** Members of the body itself, after the payment method. */
export const orderFields = {
  purchaseOrder: { label: 'Purchase order', note: '(optional)', autoComplete: 'off', maxLength: 60 },
} satisfies Partial<Record<keyof CheckoutBody, Field>>

export type FieldName = keyof typeof customerFields | keyof typeof orderFields

export const fields: Record<FieldName, Field> = { ...customerFields, ...orderFields }

/** @returns the JSON pointer (RFC 6901) of a member of the body, as in the server's errors */
export function pointerOf(name: string): string {
  return name in customerFields ? `/customer/${name}` : `/${name}`
}

export function namesOf<Name extends string>(table: Record<Name, Field>): Name[] {
  return Object.keys(table) as Name[]
}

/** @returns an object with a value for each field */
export function mapFields<Name extends string, Value>(
  table: Record<Name, Field>,
  read: (name: NoInfer<Name>) => Value,
): Record<Name, Value> {
  return Object.fromEntries(namesOf(table).map((name) => [name, read(name)])) as Record<Name, Value>
}

/** From a certain total a tax invoice must identify its buyer (GST Act 1999 s 29-70(1)(c)(iii)). */
function identityNote({ country, total, currency, tax }: Sale): string | false {
  return (
    mustNameBuyer(total, tax, country) &&
    `From ${formatIdentityFrom(currency)} a tax invoice must name its buyer. It shows your name, and the company or ABN if you enter one.`
  )
}

import { abnCountry } from '#shared/buyer/abn-country.ts'
import { hasVatIds } from '#shared/buyer/vat-id.ts'
import { formatIdentityFrom, mustNameBuyer } from '#shared/orders/buyer-identity.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import type { Tax } from '#shared/pricing/tax.ts'
import { checkAbn, checkEmail, checkVatId } from './check-text.ts'

type Sale = { country: string; total: number; currency: string; tax: Tax }

/** A text field of the form. */
export type Field = {
  label: string
  note?: string
  /** Refuses an empty field. Without it the field is optional. */
  missing?: string
  type?: 'email'
  inputMode?: 'numeric'
  autoComplete: string
  maxLength?: number
  hint?(sale: Sale): string | false
  /** Elsewhere the field is neither shown nor sent. */
  appliesIn?(country: string): boolean
  /** Also runs when the field loses the focus. */
  check?(text: string, country: string): string | undefined
}

/** The members of the body's `customer`, in the form's order. */
export const customerFields = {
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
    maxLength: 20,
    appliesIn: (country) => country === abnCountry,
    check: checkAbn,
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
    appliesIn: hasVatIds,
    check: checkVatId,
  },
} satisfies Record<keyof CheckoutBody['customer'], Field>

/** The body's own members, after the payment method. */
export const orderFields = {
  purchaseOrder: { label: 'Purchase order', note: '(optional)', autoComplete: 'off', maxLength: 60 },
} satisfies Partial<Record<keyof CheckoutBody, Field>>

export type FieldName = keyof typeof customerFields | keyof typeof orderFields

export const fields: Record<FieldName, Field> = { ...customerFields, ...orderFields }

/** @returns the JSON pointer of a member of the body (RFC 6901), by which the server names its errors */
export function pointerOf(name: string): string {
  return name in customerFields ? `/customer/${name}` : `/${name}`
}

export function namesOf<Name extends string>(table: Record<Name, Field>): Name[] {
  return Object.keys(table) as Name[]
}

/** @returns a value for each field */
export function mapFields<Name extends string, Value>(
  table: Record<Name, Field>,
  read: (name: NoInfer<Name>) => Value,
): Record<Name, Value> {
  return Object.fromEntries(namesOf(table).map((name) => [name, read(name)])) as Record<Name, Value>
}

/** GST Act 1999 s 29-70(1)(c)(iii). */
function identityNote({ country, total, currency, tax }: Sale): string | false {
  return (
    mustNameBuyer(total, tax, country) &&
    `From ${formatIdentityFrom(currency)} a tax invoice must name its buyer. It shows your name, and the company or ABN if you enter one.`
  )
}

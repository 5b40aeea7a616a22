import { isAbn } from '#shared/buyer/abn.ts'
import { isVatId, vatPrefix } from '#shared/buyer/vat-id.ts'
import { directionMarksRefused, hasDirectionMarks } from '#shared/text/direction-marks.ts'
import { isEmail } from '#shared/text/email.ts'
import { tidyLine } from '#shared/text/tidy-line.ts'
import type { UncheckedBody } from './checkout-body.ts'

/** Messages by JSON pointer into the checkout's body. */
export type CheckoutErrors = Partial<Record<string, string>>

export type FieldWords = {
  /** Says what the address is for. */
  missingEmail: string
  missingTick: string
}

/** The server checks again, and knows more. */
export function checkFields(
  { customer, purchaseOrder, acceptTerms, verification }: UncheckedBody,
  { missingEmail, missingTick }: FieldWords,
): CheckoutErrors {
  const found = {
    ...checkSubmission({ acceptTerms, verification, purchaseOrder }, missingTick),
    '/customer/country': customer.country ? undefined : 'Choose a country. It decides about tax.',
    '/customer/abn': checkAbn(customer.abn ?? ''),
    '/customer/vatId': checkVatId(customer.vatId ?? '', customer.country),
    '/customer/name': customer.name ? checkDirection(customer.name) : 'Enter your name.',
    '/customer/companyName': checkDirection(customer.companyName),
    '/customer/email': customer.email ? checkEmail(customer.email) : missingEmail,
  }
  return withMessages(found)
}

type Submission = {
  acceptTerms: boolean
  verification?: string | undefined
  purchaseOrder?: string | null | undefined
}

export function checkSubmission(
  { acceptTerms, verification, purchaseOrder }: Submission,
  missingTick: string,
): CheckoutErrors {
  return withMessages({
    '/purchaseOrder': checkDirection(purchaseOrder),
    '/acceptTerms': acceptTerms ? undefined : 'Accept the terms to go on.',
    '/verification': verification ? undefined : missingTick,
  })
}

function withMessages(found: CheckoutErrors): CheckoutErrors {
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message))
}

/** Empty is valid. */
export function checkAbn(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  if (digits === '' || isAbn(digits)) return undefined
  return digits.length === 11
    ? 'This ABN has a typo: its check digits don’t fit.'
    : 'An ABN has 11 digits, such as 51 824 753 556.'
}

/** Empty is valid. */
export function checkVatId(text: string, country: string): string | undefined {
  if (tidyLine(text) === '' || isVatId(text, country)) return undefined
  return `A VAT ID of this country starts with ${vatPrefix(country)}. Compare it with yours.`
}

export function checkEmail(text: string): string | undefined {
  const email = tidyLine(text)
  if (email === '' || isEmail(email)) return undefined
  if (hasDirectionMarks(email)) return directionMarksRefused
  if (/^[^\s@]+@[^\s@.]+$/.test(email)) return 'This address is missing its ending, such as .com or .com.au'
  return 'Enter one email address, such as name@example.com.'
}

function checkDirection(text: string | null | undefined): string | undefined {
  return text && hasDirectionMarks(text) ? directionMarksRefused : undefined
}

import { isAbn } from '#shared/buyer/abn.ts'
import { isNzbn } from '#shared/buyer/nzbn.ts'
import { isVatId, vatPrefix } from '#shared/buyer/vat-id.ts'
import { directionMarksRefused, hasDirectionMarks } from '#shared/text/direction-marks.ts'
import { isEmail } from '#shared/text/email.ts'
import { tidyLine } from '#shared/text/tidy-line.ts'

/** Empty is valid. */
export function checkAbn(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  if (digits === '' || isAbn(digits)) return undefined
  return digits.length === 11
    ? 'This ABN has a typo: its check digits don’t fit.'
    : 'An ABN has 11 digits, such as 51 824 753 556.'
}

/** Empty is valid. */
export function checkNzbn(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  if (digits === '' || isNzbn(digits)) return undefined
  return digits.length === 13
    ? 'This NZBN has a typo: its check digit doesn’t fit.'
    : 'An NZBN has 13 digits, such as 9429030620001.'
}

/** Empty is valid. */
export function checkVatId(text: string, country: string): string | undefined {
  if (tidyLine(text) === '' || isVatId(text, country)) return undefined
  return `A VAT ID of this country starts with ${vatPrefix(country)}. Compare it with yours.`
}

/** Empty is valid. */
export function checkEmail(text: string): string | undefined {
  const email = tidyLine(text)
  if (email === '' || isEmail(email)) return undefined
  if (hasDirectionMarks(email)) return directionMarksRefused
  if (/^[^\s@]+@[^\s@.]+$/.test(email)) return 'This address is missing its ending, such as .com or .com.au'
  return 'Enter one email address, such as name@example.com.'
}

export function checkDirection(text: string): string | undefined {
  return hasDirectionMarks(text) ? directionMarksRefused : undefined
}

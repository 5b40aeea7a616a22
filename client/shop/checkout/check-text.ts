import { isAbn, whyNoAbn } from '#shared/buyer/abn.ts'
import { isNzbn, whyNoNzbn } from '#shared/buyer/nzbn.ts'
import { tidyNumber } from '#shared/buyer/tidy-number.ts'
import { isVatId, whyNoVatId } from '#shared/buyer/vat-id.ts'
import { directionMarksRefused, hasDirectionMarks } from '#shared/text/direction-marks.ts'
import { isEmail } from '#shared/text/email.ts'
import { tidyLine } from '#shared/text/tidy-line.ts'

/** Empty is valid. */
export const checkAbn = checkNumber(isAbn, whyNoAbn)
export const checkNzbn = checkNumber(isNzbn, whyNoNzbn)

function checkNumber(isValid: (digits: string) => boolean, whyNot: (digits: string) => string) {
  return (text: string): string | undefined => {
    const digits = tidyNumber(text)
    return text && !isValid(digits) ? whyNot(digits) : undefined
  }
}

/** Empty is valid. */
export function checkVatId(text: string, country: string): string | undefined {
  if (tidyLine(text) === '' || isVatId(text, country)) return undefined
  return whyNoVatId(country)
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

import { z } from 'zod'
import { required } from '../text/text-fields.ts'
import { isIban } from './iban.ts'

const fewestDigits = 6

/** The account for a refund by bank transfer. `number` is an IBAN or the country's own format, such as BSB and number. */
export const refundAccountSchema = z.object(
  {
    holder: required(100, 'Enter whose account it is.'),
    number: required(60, 'Enter the account.')
      .refine(
        (text) => text.replace(/\D/g, '').length >= fewestDigits,
        'Enter the whole number, such as 062-000 1234 5678, or an IBAN.',
      )
      .refine(
        (text) => !looksLikeIban(text) || isIban(text.toUpperCase()),
        'This IBAN has a typo: its check digits don’t fit.',
      ),
  },
  { error: 'The body must be an object.' },
)

/** `holder` is null if only a bank statement names the account. */
export type RefundAccount = { holder: string | null; number: string }

function looksLikeIban(text: string): boolean {
  return /^[A-Za-z]{2}\d{2}/.test(text.replace(/\s/g, ''))
}

/** "062-000 1234 5678" → "…678" */
export function endOfAccount(number: string): string {
  return `…${number.replace(/[^0-9A-Za-z]/g, '').slice(-3)}`
}

/** "TRANSFER DE89370400440532013000" → "TRANSFER …000" */
export function hideIbans(text: string): string {
  return text.replace(/[0-9A-Za-z]+/g, (word) => (isIban(word.toUpperCase()) ? endOfAccount(word) : word))
}

/** "062-000 1234 5678" → "ending 5678" */
export function describeAccount({ number }: Pick<RefundAccount, 'number'>): string {
  return `ending ${number.replace(/[^0-9A-Za-z]/g, '').slice(-4)}`
}

import { checkDirection } from './check-text.ts'
import type { UncheckedBody } from './checkout-body.ts'
import { customerFields, type Field, type FieldName, namesOf, orderFields, pointerOf } from './fields.ts'

/** Error messages by JSON pointer into the checkout's body. */
export type CheckoutErrors = Partial<Record<string, string>>

/** A form's own words for a field, which override the table's. */
export type FieldWords = Partial<Record<FieldName, Pick<Field, 'note' | 'missing'>>> & {
  missingTick: string
}

type Texts<Name extends FieldName> = { [Each in Name]?: string | null | undefined }

type Submission = Texts<keyof typeof orderFields> & {
  acceptTerms: boolean
  /** Undefined if there is no right to withdraw. */
  waivesWithdrawal?: boolean | null | undefined
  verification?: string | null | undefined
}

/** The server checks again, and more. */
export function checkFields(body: UncheckedBody, words: FieldWords): CheckoutErrors {
  return {
    ...checkTexts(customerFields, body.customer, words, body.customer.country),
    ...checkSubmission(body, words),
  }
}

/** Checks all members except the buyer. */
export function checkSubmission(body: Submission, words: FieldWords): CheckoutErrors {
  return {
    ...checkTexts(orderFields, body, words),
    ...(!body.acceptTerms && { '/acceptTerms': 'Accept the terms to go on.' }),
    ...(body.waivesWithdrawal === false && { '/waivesWithdrawal': 'Tick this, so that we begin at once.' }),
    ...(!body.verification && { '/verification': words.missingTick }),
  }
}

function checkTexts<Name extends FieldName>(
  table: Record<Name, Field>,
  texts: Texts<NoInfer<Name>>,
  words: FieldWords,
  country = '',
): CheckoutErrors {
  const found = namesOf(table).map((name) => {
    const { missing, maxLength, check = checkDirection }: Field = { ...table[name], ...words[name] }
    const text = texts[name]
    const error = text ? (check(text, country) ?? checkLength(text, maxLength)) : missing
    return [pointerOf(name), error] as const
  })
  return Object.fromEntries(found.filter(([, message]) => message))
}

function checkLength(text: string, max = Number.POSITIVE_INFINITY): string | undefined {
  return [...text.trim()].length > max ? `At most ${max} characters.` : undefined
}

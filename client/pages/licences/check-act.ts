import { checkAbn, checkEmail, checkNzbn } from '../../shop/checkout/check-text.ts'
import type { DescribedField } from './describe-act.ts'

/** Error messages by field name. The server checks again, and more. */
export function checkAct(
  fields: Pick<DescribedField, 'name' | 'type' | 'required'>[],
  entered: FormData,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, type, required } of fields) {
    const text = String(entered.get(name) ?? '').trim()
    const message = required && text === '' ? missing(name, type) : check(name, type, text)
    if (message) found[name] = message
  }
  return found
}

function missing(name: string, type: DescribedField['type']): string {
  if (type === 'date') return 'Choose a day.'
  if (type === 'number') return 'Enter a number.'
  return `Enter ${type === 'email' ? 'an email address' : `a ${name}`}.`
}

function check(name: string, type: DescribedField['type'], text: string): string | undefined {
  if (type === 'email') return checkEmail(text)
  if (name === 'nzbn') return checkNzbn(text)
  return name === 'abn' ? checkAbn(text) : undefined
}

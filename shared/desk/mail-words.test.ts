import { expect, test } from 'vitest'
import { describeMail } from './mail-words.ts'

test('the mail of a paid order is named by what it carries', () => {
  expect(describeMail('order_paid', 'keys_receipt')).toBe('Keys and receipt')
  expect(describeMail('order_paid', 'change_receipt')).toBe('Changed licence and receipt')
})

import { expect, test } from 'vitest'
import { withoutSecrets } from './sent-copy.ts'

test.each([
  ['https://site.example/licences/open?token=abc-1.x_y', 'https://site.example/licences/open?token=…'],
  ['https://site.example/desk?to=a&token=abc', 'https://site.example/desk?to=a&token=…'],
  ['https://site.example/licence/renew#t=mail_1.3pas', 'https://site.example/licence/renew#t=…'],
  [
    'https://site.example/licences/unsubscribe?token=mail_1.3pas',
    'https://site.example/licences/unsubscribe?token=…',
  ],
  ['LECT-ABCD-EFGH-JKMN-1V4F', 'ending 1V4F'],
])('hides the secret of %s', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown)
})

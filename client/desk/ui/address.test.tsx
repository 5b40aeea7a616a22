import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Address } from './address.tsx'

test.each([
  ['ada@example.com', '<span class="Address" translate="no">ada@<wbr/>example.com</span>'],
  [
    'ada.augusta.of.lovelace@example.com',
    '<span class="Address" translate="no">ada<wbr/>.augusta<wbr/>.of<wbr/>.lovelace@<wbr/>example.com</span>',
  ],
  [
    'Ada Byron, ada@example.com',
    '<span class="Address" translate="no">Ada Byron, ada@<wbr/>example.com</span>',
  ],
  [
    `${'a'.repeat(30)}@example.com`,
    `<span class="Address Address--long" translate="no">${'a'.repeat(30)}@<wbr/>example.com</span>`,
  ],
])('%s breaks where it reads', (text, markup) => {
  expect(renderToStaticMarkup(<Address>{text}</Address>)).toBe(markup)
})

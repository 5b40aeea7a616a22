import { expect, test } from 'vitest'
import { substitute } from './variables.ts'

test.each([
  ['By {{ product }}.', 'By Cue.'],
  ['{{unknown}}', '{{unknown}}'],
  ['{{#cards}}By card{{/cards}}{{^cards}}By transfer{{/cards}}', 'By transfer'],
  ['{{#product}}By {{product}}{{/product}}{{^product}}By nobody{{/product}}', 'By Cue'],
  ['a{{#cards}} b\n\nc{{/cards}} d', 'a\n\n d'],
  ['{{^cards}}a{{/cards}} b {{^cards}}c{{/cards}}', 'a b c'],
  ['{{#unknown}}a{{/unknown}}', '{{#unknown}}a{{/unknown}}'],
])('%j says %j', (source, said) => {
  expect(substitute(source, { product: 'Cue', cards: '' })).toBe(said)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { methodLabels } from './payment-method.tsx'

test.each([
  ['pay-by-card', 'card'],
  ['pay-by-bank-transfer', 'invoice'],
] as const)('the help article %s names the choice as the form does', (article, method) => {
  const text = readFileSync(new URL(`../../../content/help/${article}.md`, import.meta.url), 'utf8')
  expect(/ choose \*\*(.+?)\*\*/i.exec(text)?.[1]).toBe(methodLabels[method])
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WholeNumbers } from './whole-numbers.tsx'

test('numbers of orders and documents are kept whole, and other words with hyphens may break', () => {
  const text = 'Paid 2026-000058, INV-000004-2 and Q-000013 · PO DEMO-7305 · co-op'
  const html = renderToStaticMarkup(<WholeNumbers>{text}</WholeNumbers>)
  expect([...html.matchAll(/<span class="whole">(.*?)<\/span>/g)].map(([, number]) => number)).toEqual([
    '2026-000058',
    'INV-000004-2',
    'Q-000013',
  ])
  expect(html.replace(/<[^>]+>/g, '')).toBe(text)
})

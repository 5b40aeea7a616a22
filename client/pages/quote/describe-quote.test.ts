import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Quote } from '#shared/orders/quotes.ts'
import { describeQuote } from './describe-quote.ts'

const content = { validUntil: '2026-12-22' } as unknown as Quote['content']
const describe = (quote: Pick<Quote, 'status' | 'orderNumber' | 'orderedAt'>) =>
  describeQuote({ ...quote, content }, 'Australia/Sydney')

test('an open quote says until when its prices hold', () => {
  const { title, lead, standing } = describe({ status: 'open', orderNumber: null, orderedAt: null })
  expect([title, lead]).toEqual(['Your quote', 'These prices hold until 22 December 2026.'])
  expect(standing).toBeNull()
})

test('an ordered quote says which order it became, on which day of the company', () => {
  const orderedAt = '2026-11-29T23:30:00.000Z'
  const { title, lead, standing } = describe({ status: 'ordered', orderNumber: '2026-000007', orderedAt })
  expect(title).toBe('This quote was ordered.')
  const words = renderToStaticMarkup(createElement('p', null, lead)).replace(/<[^>]+>/g, '')
  expect(words).toBe('It became order 2026-000007 on 30 November 2026.')
  expect(standing?.means).toBe(lead)
})

test('a withdrawn quote says so, and what to do', () => {
  const { title, lead } = describe({ status: 'withdrawn', orderNumber: null, orderedAt: null })
  expect(title).toBe('This quote was withdrawn.')
  expect(lead).toContain('Make a new one in the cart, or write to us.')
})

test('a quote that is over says until when its prices held', () => {
  const { title, lead } = describe({ status: 'expired', orderNumber: null, orderedAt: null })
  expect(title).toBe('This quote is over.')
  expect(lead).toMatch(/^These prices held until 22 December 2026\./)
})

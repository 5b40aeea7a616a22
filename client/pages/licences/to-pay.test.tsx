import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnOrder } from '#shared/orders/mine.ts'
import { ToPay } from './to-pay.tsx'

test.each([
  [{ name: 'Solo', qty: 1, change: null }, '1 × Solo. The key comes when it’s paid.'],
  [{ name: 'Solo', qty: 2, change: null }, '2 × Solo. The keys come when it’s paid.'],
  [{ name: 'Renewal', qty: 1, change: 'renewal' }, '1 × Renewal. The licence changes when it’s paid.'],
])('an order to pay says what its payment does: %j', (line, said) => {
  expect(shownOf({ lines: [line] })).toContain(said)
})

test('a card is offered where one can pay', () => {
  expect(shownOf({ takesCard: true })).toContain('Pay by card instead')
  expect(shownOf({ takesCard: false })).not.toContain('card')
})

test.each([
  [{ paymentMethod: 'card', payment: null }, 'card payment', ['Go on to pay by card']],
  [{ paymentMethod: 'invoice', payment: null }, 'bank transfer', ['How to pay', 'Pay by card instead']],
  [{ paymentMethod: 'card', payment: 'failed' }, 'payment', ['How to pay', 'Pay by card']],
])('an order to pay offers its ways: %j', (state, awaited, ways) => {
  const shown = shownOf({ ...state, takesCard: true })
  expect(shown).toContain(`waits for your ${awaited}: `)
  expect([...shown.matchAll(/<a [^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    ...ways,
    'Cancel the order',
  ])
})

function shownOf(order: object): string {
  const any = { number: '2026-000001', status: 'pending', total: 8900, outstanding: 8900, currency: 'AUD' }
  const whole = { ...any, paymentMethod: 'invoice', lines: [], steps: [], ...order } as unknown as OwnOrder
  return renderToStaticMarkup(
    <MemoryRouter>
      <ToPay order={whole} />
    </MemoryRouter>,
  )
}

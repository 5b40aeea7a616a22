import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#shared/orders/orders.ts'
import { AwaitingPayment } from './awaiting-payment.tsx'

function text(change: Order['lines'][number]['change']) {
  const order = { paymentUrl: null, lines: [{ change }] } as Order
  return renderToStaticMarkup(<AwaitingPayment order={order} watching={false} checkAgain={() => {}} />)
}

test('an order that changes a licence promises no keys', () => {
  expect(text(null)).toContain('send the keys when it does')
  expect(text('renewal')).toContain('change the licence when it does')
  expect(text('renewal')).not.toContain('keys')
})

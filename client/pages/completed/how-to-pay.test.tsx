import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#shared/orders.ts'
import type { PreloadedState } from '#shared/render.ts'
import { AppStateProvider } from '../../app-state.tsx'
import type { Stores } from '../../app-stores.ts'
import { AwaitingPayment } from './awaiting-payment.tsx'
import { BankTransfer } from './bank-transfer.tsx'

const awaited = {
  id: 'ord_1',
  number: '2026-000001',
  status: 'pending',
  total: 45_800,
  outstanding: 45_800,
  currency: 'AUD',
  paymentMethod: 'invoice',
  paymentUrl: null,
  dueAt: '2026-12-04T12:59:59.999Z',
  today: '2026-11-20',
  customer: { email: 'ada@example.com' },
  steps: [{ kind: 'due', day: '2026-12-04' }],
  lines: [],
  taxRule: null,
  mails: [],
} as unknown as Order

function textOf(section: React.ReactNode): string {
  const site = {
    company: { name: 'Acme Pty Ltd', email: 'hello@example.com', country: 'AU' },
    bankAccount: { bsb: '000-000', number: '00000000' },
  }
  const preloaded = { site, config: { cardPayments: true, apiBaseUrl: '' } } as unknown as PreloadedState
  return renderToStaticMarkup(
    <AppStateProvider value={{ preloaded, stores: {} as Stores }}>{section}</AppStateProvider>,
  ).replace(/<(?!a |\/a)[^>]*>/g, ' ')
}

test('an order that is paid in part says how its rest is paid and how it is cancelled', () => {
  const part = textOf(<BankTransfer order={{ ...awaited, outstanding: 35_800 }} />)
  expect(part).toContain('A$358.00')
  expect(part).toContain('A$100.00 of A$458.00')
  expect(part).toContain('so the rest comes by transfer too')
  expect(part).toContain('mailto:hello@example.com?subject=Order%202026-000001')
  expect(part).not.toContain('Pay by card')
  expect(part).not.toContain('Cancel the order')
})

test('an order without money is paid by transfer or by card, and cancelled with a press', () => {
  const whole = textOf(<BankTransfer order={awaited} />)
  expect(whole).toContain('Pay by card instead, A$458.00')
  expect(whole).toContain('Cancel the order')
  expect(whole).not.toContain('write to us</a>, and')
})

test('an open card page of an order by transfer leaves the transfer folded, and the order can be cancelled', () => {
  const order = { ...awaited, paymentUrl: 'https://pay.example.com/1' }
  const open = textOf(<AwaitingPayment order={order} watching checkAgain={() => {}} />)
  expect(open).toContain('Go on to the payment')
  expect(open).toContain('Pay by bank transfer instead')
  expect(open).toContain('00000000')
  expect(open).toContain('Cancel the order')
  expect(open).not.toContain('Pay by card instead')
})

import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#shared/orders/orders.ts'
import type { PreloadedState } from '#shared/pages/render.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import type { Stores } from '../../site/framework/app-stores.ts'
import { AwaitingPayment } from './awaiting-payment.tsx'
import { BankTransfer } from './bank-transfer.tsx'
import { LatePart } from './late-part.tsx'

const awaited = {
  id: 'ord_1',
  number: '2026-000001',
  status: 'pending',
  total: 45_800,
  outstanding: 45_800,
  currency: 'AUD',
  paymentMethod: 'invoice',
  paymentUrl: null,
  takesCard: true,
  dueAt: '2026-12-04T12:59:59.999Z',
  today: '2026-11-20',
  customer: { email: 'ada@example.com', country: 'AU' },
  steps: [{ kind: 'due', day: '2026-12-04' }],
  lines: [],
  taxRule: null,
  mails: [],
} as unknown as Order

function textOf(section: React.ReactNode, account = {}): string {
  const site = {
    company: { name: 'Acme Pty Ltd', email: 'hello@example.com', country: 'AU' },
    bankAccount: { bsb: '000-000', number: '00000000', ...account },
  }
  const preloaded = { site, config: { cardPayments: true, apiBaseUrl: '' } } as unknown as PreloadedState
  const element = <AppStateProvider value={{ preloaded, stores: {} as Stores }}>{section}</AppStateProvider>
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<(?!a |\/a)[^>]*>/g, ' ')
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

test('the invoice can be saved beside the account', () => {
  const invoice = { number: 'INV-000001', issuedAt: '2026-11-20T03:00:00Z', url: '/invoice.pdf' }
  expect(textOf(<BankTransfer order={{ ...awaited, invoice }} />)).toContain('href="/invoice.pdf"')
})

test('a lapsed order with a part shows the account and what is missing, and no day to pay by', () => {
  const late = textOf(<LatePart order={{ ...awaited, status: 'expired', outstanding: 0 }} missing={3900} />)
  expect(late).toContain('A$39.00')
  expect(late).toContain('000-000')
  expect(late).not.toMatch(/Pay by|Was due/)
})

test('an order without money is paid by transfer or by card, and cancelled with a press', () => {
  const whole = textOf(<BankTransfer order={awaited} />)
  expect(whole).toContain('Pay by card instead, A$458.00')
  expect(whole).toContain('Cancel the order')
  expect(whole).not.toContain('write to us</a>, and')
})

test('an order that no card can pay is paid by transfer alone', () => {
  const small = { ...awaited, total: 49, outstanding: 49, takesCard: false }
  const text = textOf(<BankTransfer order={small} />)
  expect(text).toContain('A$0.49')
  expect(text).not.toContain('Pay by card')
  expect(text).toContain('Cancel the order')
  const quoted = { ...small, paymentMethod: 'card', quote: { url: null } } as const
  const awaiting = textOf(<AwaitingPayment order={quoted} watching checkAgain={() => {}} />)
  expect(awaiting).not.toContain('Pay by card')
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

test.each([
  ['AU', 'folded'],
  ['NZ', 'open, and to be copied'],
])('what foreign banks ask for is for a buyer in %s %s', (country, shown) => {
  const order = { ...awaited, customer: { ...awaited.customer, country } }
  const text = textOf(<BankTransfer order={order} />, { bic: 'CTBAAU2SXXX' })
  expect(text).toContain('CTBAAU2SXXX')
  expect(text).toContain('all charges to the sender')
  expect(text.includes('Paying from another country')).toBe(shown === 'folded')
  expect(/the BIC/.test(text)).toBe(shown !== 'folded')
})

import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { OrderFacts } from './order-facts.tsx'
import { Documents, Lines } from './order-tables.tsx'

const pricing = { tax: { name: 'GST', divisor: 11 } }
const state = {
  preloaded: { site: { company: { timeZone: 'Australia/Sydney' } } },
  stores: { app: createStore(() => ({ pricing })) },
} as unknown as ComponentProps<typeof AppStateProvider>['value']

const order = {
  currency: 'AUD',
  total: 62100,
  tax: 5645,
  discount: 6900,
  customer: { name: 'Ada Byron', email: 'ada@example.com', country: 'AU' },
  ordersOfCustomer: 1,
  lines: [
    {
      id: 'lin_1',
      name: 'Facility',
      qty: 1,
      unitAmount: 69000,
      amount: 62100,
      tax: 5645,
      discounts: [{ label: 'Code CREW10, 10% off', amount: 6900 }],
    },
  ],
} as unknown as DeskOrder

test('an order shows the code that it was bought with and what that took off', () => {
  const text = renderToStaticMarkup(
    <AppStateProvider value={state}>
      <Lines order={order} />
      <OrderFacts order={order} />
    </AppStateProvider>,
  ).replaceAll(/(?:<[^>]+>)+/g, '|')
  expect(text).toContain('|Facility|Code CREW10, 10% off: −$69.00|1|$690.00|$56.45|$621.00|')
  expect(text).toContain('|Discounts|−$69.00|')
})

test('a document keeps the title of its day, and a receipt tells that its payment was taken back', () => {
  const document = (kind: string, day: number, more: object = {}) => ({
    kind,
    number: `${kind} ${day}`,
    issuedAt: `2026-11-${day}T02:00:00.000Z`,
    taxed: true,
    amount: 100,
    tax: 9,
    replaces: null,
    replacedBy: null,
    url: '',
    eInvoiceUrl: null,
    ...more,
  })
  const corrected = {
    currency: 'AUD',
    taxRule: null,
    documents: [
      document('invoice', 10),
      document('receipt', 11),
      document('adjustment_note', 14),
      document('invoice', 14, { taxed: false }),
      document('receipt', 15, { taxed: false }),
    ],
    events: [
      { event: 'order.payment_undone', at: '2026-11-12T02:00:00.000Z', after: { status: 'pending' } },
      { event: 'order.payment_undone', at: '2026-11-16T02:00:00.000Z', after: { sum: 5 } },
    ],
  } as unknown as DeskOrder
  const element = (
    <AppStateProvider value={state}>
      <Documents order={corrected} />
    </AppStateProvider>
  )
  const text = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const what = [...text.matchAll(/data-l="What">([^<]*)/g)].map(([, title]) => title)
  expect(what).toEqual([
    'Tax invoice',
    'Receipt. Its payment was taken back',
    'Adjustment note',
    'Invoice',
    'Receipt',
  ])
})

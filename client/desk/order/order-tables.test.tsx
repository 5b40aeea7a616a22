import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { OrderFacts } from './order-facts.tsx'
import { Lines } from './order-tables.tsx'

const pricing = { tax: { name: 'GST', divisor: 11 } }
const state = { stores: { app: createStore(() => ({ pricing })) } } as unknown as ComponentProps<
  typeof AppStateProvider
>['value']

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

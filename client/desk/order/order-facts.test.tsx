import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { buyerFields, namesOf } from '../../shop/checkout/fields.ts'
import { frameId } from '../frame/use-frame.ts'
import { OrderFacts } from './order-facts.tsx'

test('an order shows all that the checkout asks of its buyer', () => {
  const typed = Object.fromEntries(namesOf(buyerFields).map((name) => [name, `the ${name}`]))
  const order = { customer: { ...typed, country: 'AU' }, paymentMethod: 'card', ordersOfCustomer: 1 }
  const element = <OrderFacts order={order as unknown as DeskOrder} />
  const router = createMemoryRouter([{ id: frameId, path: '/', element, loader: () => null }], {
    hydrationData: { loaderData: { [frameId]: { role: 'owner' } } },
  })
  const shown = renderToStaticMarkup(<RouterProvider router={router} />).replaceAll('<wbr/>', '')
  for (const text of Object.values({ ...typed, country: 'Australia' })) expect(shown).toContain(text)
  expect(shown).toContain('<dt>VAT ID</dt><dd>the vatId</dd>')
})

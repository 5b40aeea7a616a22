import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { OrderFilter } from './order-filter.tsx'

const state = {
  stores: { app: createStore(() => ({ pricing: { products: [{ sku: 'solo', name: 'Solo' }] } })) },
} as unknown as ComponentProps<typeof AppStateProvider>['value']

test('says and keeps what another page’s link filters by, beside a way to take it off', () => {
  const filterOf = (query: string) =>
    renderToStaticMarkup(
      <AppStateProvider value={state}>
        <MemoryRouter initialEntries={[`/desk/orders?${query}`]}>
          <OrderFilter />
        </MemoryRouter>
      </AppStateProvider>,
    )
  const filter = filterOf(
    'sku=solo&kind=ahead&country=NZ&waits=refundToSend&email=ada%40example.com&company=Acme',
  )
  for (const [value, word] of [
    ['solo', 'Solo'],
    ['ahead', 'Updates ahead, upgraded'],
    ['NZ', 'New Zealand'],
    ['refundToSend', 'Refund to send'],
    ['ada@example.com', 'ada@example.com'],
    ['Acme', 'Acme'],
  ])
    expect(filter).toContain(
      `<option value="${value}" selected="">${word}</option><option value="">All</option>`,
    )
  expect(filterOf('')).not.toContain('New Zealand')
  // A longer address would be refused with a page that has no filter.
  expect(filterOf('')).toMatch(/<input[^>]* maxLength="200"[^>]*>/)
})

import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnOrder } from '#shared/orders/mine.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { ToPay } from './to-pay.tsx'

const state = { preloaded: { config: { cardPayments: true } } } as ComponentProps<
  typeof AppStateProvider
>['value']

test.each([
  [{ name: 'Solo', qty: 1, change: null }, '1 × Solo. The key comes when it’s paid.'],
  [{ name: 'Solo', qty: 2, change: null }, '2 × Solo. The keys come when it’s paid.'],
  [{ name: 'Renewal', qty: 1, change: 'renewal' }, '1 × Renewal. The licence changes when it’s paid.'],
])('an order to pay says what its payment does: %j', (line, said) => {
  const order = { number: '2026-000001', status: 'pending', total: 8900, outstanding: 8900, currency: 'AUD' }
  const shown = renderToStaticMarkup(
    <AppStateProvider value={state}>
      <MemoryRouter>
        <ToPay order={{ ...order, lines: [line], steps: [] } as unknown as OwnOrder} />
      </MemoryRouter>
    </AppStateProvider>,
  )
  expect(shown).toContain(said)
})

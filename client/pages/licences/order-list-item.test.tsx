import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnOrder } from '#shared/orders/mine.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { OrderListItem } from './order-list-item.tsx'

const state = {
  preloaded: { config: { apiBaseUrl: '' }, site: { company: { timeZone: 'Australia/Sydney' } } },
} as ComponentProps<typeof AppStateProvider>['value']

function documentOf(kind: string, number: string, taxed: boolean) {
  return { content: { kind, number, taxed, date: '2026-11-22' }, url: `/${number}`, replacedBy: null }
}

function text(taxed: boolean, lines: object[] = [], more: object[] = []): string {
  const documents = [
    ...more,
    documentOf('invoice', 'INV-000001', taxed),
    documentOf('receipt', 'RCT-000001', taxed),
    documentOf('adjustment_note', 'ADJ-000001', taxed),
  ]
  const order = { number: '2026-000001', createdAt: '2026-11-22T03:00:00Z', lines, documents }
  return renderToStaticMarkup(
    <AppStateProvider value={state}>
      <MemoryRouter>
        <OrderListItem order={{ ...order, currency: 'AUD' } as unknown as OwnOrder} />
      </MemoryRouter>
    </AppStateProvider>,
  )
    .replace(/<span(?: translate="no")?>(.*?)<\/span>/g, '$1')
    .replace(/<[^>]+>/g, '|')
}

test.each([
  [true, ['Tax invoice INV-000001', 'Receipt RCT-000001', 'Adjustment note ADJ-000001']],
  [false, ['Invoice INV-000001', 'Receipt RCT-000001', 'Credit note ADJ-000001']],
])('an order’s documents have the names that they bear, taxed: %s', (taxed, names) => {
  for (const name of names) expect(text(taxed)).toContain(`|${name}|`)
})

test('an invoice says which one it replaces or follows', () => {
  const earlier = { number: 'INV-000001', date: '2026-11-22' }
  const invoice = documentOf('invoice', 'INV-000002', true)
  const shown = (part: object) => text(true, [], [{ ...invoice, content: { ...invoice.content, ...part } }])
  expect(shown({ follows: { ...earlier, note: earlier } })).toContain('22 November 2026, follows INV-000001|')
  expect(shown({ replaces: earlier })).toContain('22 November 2026, replaces INV-000001|')
})

test('an order says what was taken off its lines', () => {
  const discounts = [{ label: '10% off, for 5 or more', amount: 4450 }]
  const solo = { sku: 'solo', name: 'Solo', qty: 5, unitAmount: 8900, amount: 40_050, discounts }
  const shown = text(true, [solo]).replaceAll(/\|+/g, '|')
  expect(shown).toContain('|Solo, 5 × A$89.00|A$445.00|10% off, for 5 or more|−A$44.50|')
})

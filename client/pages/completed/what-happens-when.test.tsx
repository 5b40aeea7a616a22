import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import type { Order } from '#shared/orders/orders.ts'
import type { PreloadedState } from '#shared/pages/render.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import type { Stores } from '../../site/framework/app-stores.ts'
import { WhatHappensWhen } from './what-happens-when.tsx'

const order = {
  status: 'pending',
  total: 45_800,
  outstanding: 45_800,
  currency: 'AUD',
  taxRule: { name: 'GST', divisor: 11 },
  createdAt: '2026-11-20T02:00:00Z',
  payments: [],
  steps: [
    { kind: 'remind', day: '2026-11-30' },
    { kind: 'due', day: '2026-12-04' },
    { kind: 'remind', day: '2026-12-07' },
    { kind: 'lapse', day: '2026-12-20' },
  ],
} as unknown as Order

function days(mails: Order['mails'], today: Day, change: Partial<Order> = {}): string[] {
  const preloaded = { site: { company: { timeZone: 'Australia/Sydney' } } } as PreloadedState
  const html = renderToStaticMarkup(
    <AppStateProvider value={{ preloaded, stores: {} as Stores }}>
      <WhatHappensWhen order={{ ...order, mails, today, ...change }} />
    </AppStateProvider>,
  )
  return [...html.matchAll(/<time[^>]*>(.*?)<\/time><span>(.*?)<\/span>/g)].map(
    ([, day, text]) => `${day}: ${text?.split('.')[0]}`,
  )
}

// A Monday morning in Sydney, which is still Sunday in UTC.
const reminder = { kind: 'transfer_reminder', status: 'sent', at: '2026-11-29T13:30:00Z' } as const

test('what is over is told as over, and what may come as it may', () => {
  expect(days([reminder], '2026-12-05')).toEqual([
    '20 November 2026: You ordered, and we mailed the invoice',
    '30 November 2026: We reminded you by email',
    '4 December 2026: The invoice was due',
    'Today: Waiting for the transfer',
    '7 December 2026: A second reminder, if nothing has come',
    '20 December 2026: The order lapses at the end of the day, an adjustment note cancels the invoice, and nothing is owed',
  ])
})

test('what has happened today stands before what is awaited', () => {
  expect(days([reminder], '2026-11-30').slice(1, 3)).toEqual([
    '30 November 2026: We reminded you by email',
    'Today: Waiting for the transfer',
  ])
})

test('a reminder counts as sent by its mail alone, not by its day', () => {
  const reminders = (mails: Order['mails']) => days(mails, '2026-12-05').filter((day) => /remind/i.test(day))
  expect(reminders([reminder])[0]).toContain('We reminded you')
  expect(reminders([])[0]).toContain('if nothing has come')
  expect(reminders([{ ...reminder, status: 'dead' }])[0]).toContain('if nothing has come')
})

test('an order that is paid in part tells what came, and why it is still open after its last day', () => {
  const payments = [{ amount: 10_000, date: '2026-12-01T02:00:00Z' }]
  const entries = days([reminder], '2026-12-22', { outstanding: 35_800, payments })
  expect(entries).toContain('1 December 2026: A$100')
  expect(entries.slice(-2)).toEqual(['20 December 2026: The last day', 'Today: Waiting for the rest'])
})

import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnLicence } from '#shared/orders/mine.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { createStores } from '../../site/framework/app-stores.ts'
import { OwnLicenceCard } from './own-licence-card.tsx'

const state = {
  preloaded: { config: { apiBaseUrl: '' }, site: { company: { timeZone: 'Australia/Sydney' } } },
  stores: createStores(null),
} as ComponentProps<typeof AppStateProvider>['value']

const licence = {
  id: 'lic_1',
  key: 'PRMT-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA',
  plan: 'Solo',
  status: 'active',
  seats: { limit: 1, used: 0, remaining: 1 },
  updatesUntil: '2026-12-22T12:59:59.999Z',
  entitlements: ['captions', 'ndi'],
  machines: [],
  enrolments: [],
} as unknown as OwnLicence

test.each([
  ['2026-11-24T12:59:59.999Z', 'in 28 days'],
  ['2026-11-24T13:00:00.000Z', 'in 27 days'],
  ['2026-12-20T13:00:00.000Z', 'tomorrow'],
  ['2026-12-22T12:59:59.999Z', 'today'],
])('at %s the updates until 22 December in Sydney end %s', (now, when) => {
  const card = (
    <OwnLicenceCard
      licence={licence}
      order={undefined}
      buyer={null}
      isNewKey={false}
      releases={[]}
      now={now}
    />
  )
  const page = (
    <AppStateProvider value={state}>
      <MemoryRouter>{card}</MemoryRouter>
    </AppStateProvider>
  )
  const text = renderToStaticMarkup(page).replace(/<[^>]+>/g, '|')
  expect(text).toContain(`|22 December 2026, ${when}|`)
  expect(text).toContain('|Unlocks||captions, ndi|')
})

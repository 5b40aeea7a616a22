import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { AppStateProvider } from '../../app-state.tsx'
import { LicenceCard } from './licence-card.tsx'

const licence: LicenceInfo = {
  product: 'Prompter',
  plan: 'Studio',
  status: 'active',
  keyHint: '…-4F7K',
  seats: { limit: 3, used: 1, remaining: 2 },
  updatesUntil: '9999-01-01T00:00:00.000Z',
  licensedTo: { name: 'Ada Byron' },
}

const sydney = { preloaded: { site: { company: { timeZone: 'Australia/Sydney' } } } }

const text = (change: Partial<LicenceInfo>) =>
  renderToStaticMarkup(
    <AppStateProvider value={sydney as ComponentProps<typeof AppStateProvider>['value']}>
      <LicenceCard licence={{ ...licence, ...change }} />
    </AppStateProvider>,
  ).replace(/<[^>]+>/g, ' ')

test('a licence is said to be on while it gets updates', () => {
  const ended = { updatesUntil: '2001-01-01T00:00:00.000Z' }
  expect(text({})).toContain('This licence is on')
  expect(text(ended)).toContain('Its updates have ended')
  expect(text(ended)).not.toContain('This licence is on')
  expect(text({ ...ended, status: 'revoked' })).toContain('Revoked')
})

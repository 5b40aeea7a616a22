import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createStore } from 'zustand'
import type { DeskCode } from '#shared/desk/code-answers.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { CodeRows } from './code-rows.tsx'

const state = {
  preloaded: { site: { company: { timeZone: 'Australia/Sydney' } } },
  stores: { app: createStore(() => ({ pricing: { currency: 'AUD', products: [] } })) },
} as unknown as ComponentProps<typeof AppStateProvider>['value']

const code: DeskCode = {
  code: 'CREW10',
  percent: 10,
  amount: null,
  skus: null,
  for: 'new',
  from: null,
  to: null,
  maxUses: null,
  maxUsesPerAddress: null,
  note: '',
  createdAt: '2026-11-01T00:00:00.000Z',
  endedAt: null,
  reserved: 0,
  counted: 0,
  promised: 0,
}

test.each<[string, Partial<DeskCode>, boolean]>([
  ['runs can be ended', {}, true],
  ['is used up can be ended, because a lapse gives its use back', { maxUses: 1, reserved: 1 }, true],
  ['was ended can’t be ended again', { endedAt: '2026-11-20T00:00:00.000Z' }, false],
  ['ended with its last day can’t be ended again', { to: '2026-11-22' }, false],
])('a code that %s', (_state, change, canEnd) => {
  const element = (
    <AppStateProvider value={state}>
      <CodeRows codes={[{ ...code, ...change }]} today="2026-11-23" />
    </AppStateProvider>
  )
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(html).toContain('CREW10')
  expect(html.includes('End CREW10')).toBe(canEnd)
})

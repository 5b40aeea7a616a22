import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { orderSorts } from '#shared/desk/sorts.ts'
import { AppStateProvider } from '../../site/framework/app-state.tsx'
import { List } from './list.tsx'
import { isFiltered } from './list-filter.tsx'

const state = {
  preloaded: { site: { company: { timeZone: 'Australia/Sydney' } } },
} as unknown as ComponentProps<typeof AppStateProvider>['value']

function render(address: string, days: readonly [number, number] = [22, 20]): string {
  const list = (
    <List
      label="Orders"
      columns={{ Placed: true, Buyer: true, Total: true }}
      sortedBy={{ Placed: 'createdAt', Total: 'total' }}
      rows={[
        { key: '1', cells: [] },
        { key: '2', cells: [] },
      ]}
      sorts={orderSorts}
      times={days.map((day) => `2026-11-${day}T00:00:00.000Z`)}
      noun="orders"
      none=""
      next="abc"
    />
  )
  const element = <AppStateProvider value={state}>{list}</AppStateProvider>
  const router = createMemoryRouter([{ path: '/desk/orders', element }], { initialEntries: [address] })
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll('&amp;', '&')
}

/** Each heading's text, link and direction, and the end of the list. */
function partsOf(html: string) {
  const headings = [...html.matchAll(/<th [^>]*?(?:aria-sort="(\w+)")?>(?:<a href="([^"]*)">)?(\w+)/g)]
  const [, shown, next, which] = /<p>([^<]*)<\/p><a [^>]*?href="([^"]*)"[^>]*>([^<]*)/.exec(html) ?? []
  return {
    headings: headings.map(([, direction, href, text]) => [text, href, direction]),
    shown,
    next,
    which,
  }
}

test('the headings of a list lead to its sorts, with its filters, from the beginning', () => {
  expect(partsOf(render('/desk/orders?status=paid&after=x&done=retry'))).toEqual({
    headings: [
      ['Placed', '/desk/orders?status=paid&sort=createdAt', 'descending'],
      ['Buyer', undefined, undefined],
      ['Total', '/desk/orders?status=paid&sort=-total', undefined],
    ],
    shown: '2 shown, from 22\u00a0Nov 2026 back to 20\u00a0Nov 2026',
    next: '/desk/orders?status=paid&after=abc',
    which: 'Older orders',
  })
})

test.each([
  ['createdAt', ['/desk/orders', 'ascending'], ['/desk/orders?sort=-total', undefined], 'Newer orders'],
  ['-total', ['/desk/orders', undefined], ['/desk/orders?sort=total', 'descending'], 'More orders'],
  ['total', ['/desk/orders', undefined], ['/desk/orders?sort=-total', 'ascending'], 'More orders'],
])('a list sorted by %s says so, and its next page is sorted alike', (sort, placed, total, which) => {
  const parts = partsOf(render(`/desk/orders?sort=${sort}`))
  expect(parts).toMatchObject({ next: `/desk/orders?sort=${sort}&after=abc`, which })
  expect(parts.headings).toEqual([
    ['Placed', ...placed],
    ['Buyer', undefined, undefined],
    ['Total', ...total],
  ])
})

test('a list of one day names it once', () => {
  for (const address of ['/desk/orders', '/desk/orders?sort=createdAt'])
    expect(partsOf(render(address, [22, 22])).shown).toBe('2 shown, of 22\u00a0Nov 2026')
})

test('what a search found has one order', () => {
  for (const query of ['q=ada', 'code=CREW10'])
    expect(partsOf(render(`/desk/orders?${query}`)).headings.map(([, href]) => href)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
})

test('empty fields, a sort and a place are no filter', () => {
  expect(isFiltered(new URLSearchParams('q=&from=&sort=total&after=x&done=retry'))).toBe(false)
  expect(isFiltered(new URLSearchParams('q=&status=paid'))).toBe(true)
})

import { expect, it } from 'vitest'
import { byYear } from './news-years.tsx'
import { pageAddress } from './pager.tsx'

it('gives every page of the list one address', () => {
  expect(pageAddress(1, '')).toBe('/news')
  expect(pageAddress(2, '')).toBe('/news?page=2')
  expect(pageAddress(1, 'eye & line')).toBe('/news?q=eye+%26+line')
  expect(pageAddress(3, 'eye')).toBe('/news?q=eye&page=3')
})

it('groups items by year, in their order', () => {
  const items = ['2026-11-14', '2026-01-22T00:00:00.000Z', '2025-12-10'].map((date, index) => ({
    path: `/news/${index}`,
    title: `${index}`,
    description: '',
    date,
  }))
  expect(
    byYear(items, 'Australia/Sydney').map(([year, ofYear]) => [year, ofYear.map(({ path }) => path)]),
  ).toEqual([
    ['2026', ['/news/0', '/news/1']],
    ['2025', ['/news/2']],
  ])
})

import { expect, test } from 'vitest'
import { createPageKey } from './page-key.ts'

const key = createPageKey([
  { path: '/', query: {} },
  { path: '/news', query: { page: /^[1-9]\d{0,3}$/, q: /^$/ } },
  { path: '/news/*', query: {} },
])

test.each([
  ['/', '/'],
  ['/?utm_source=x&page=2', '/'],
  ['/news?page=2', '/news?page=2'],
  ['/news?utm_source=x&page=2&page=3', '/news?page=2'],
  ['/news/one', '/news/one'],
  ['/news/2026/one.two', '/news/2026/one.two'],
  ['/news/caf%C3%A9', '/news/caf%C3%A9'],
])('%s is stored as %s', (address, stored) => {
  expect(key(address)).toBe(stored)
})

test.each([
  ['/shop/completed'],
  ['/news/'],
  ['/news?q=lens'],
  ['/news?page=01'],
  ['/news?page=1e0'],
  ['/news/o%6Ee'],
  ['/news/caf%c3%a9'],
  ['/news/../pricing'],
  ['/news/%2e%2e/pricing'],
  ['/news//one'],
  ['//news'],
  ['/News'],
  ['http://localhost/news'],
  ['*'],
])('%s is not stored', (address) => {
  expect(key(address)).toBeNull()
})

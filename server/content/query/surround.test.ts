import { expect, test } from 'vitest'
import { neighbours } from './surround.ts'

const list = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ answer: { slug, path: `/x/${slug}` } }))

test.each([
  ['c', 1, 1, ['b', 'd']],
  ['c', 2, 2, ['a', 'b', 'd', 'e']],
  ['a', 2, 1, [null, null, 'b']],
  ['/x/e', 1, 2, ['d', null, null]],
  ['c', 0, 2, ['d', 'e']],
  ['c', 0, 0, []],
  ['x/c', 1, 1, [null, null]],
])('around %s: %i before, %i after', (slugOrPath, before, after, expected) => {
  const found = neighbours(list, { slugOrPath, options: { before, after } })
  expect(found.map((item) => item?.answer.slug ?? null)).toEqual(expected)
})

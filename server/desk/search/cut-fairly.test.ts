import { expect, test } from 'vitest'
import { cutFairly } from './cut-fairly.ts'

const finds = (kind: string, count: number) => Array.from({ length: count }, (_, index) => ({ kind, index }))

const limits = { most: 50, mostOfAKind: 40 }

test('cuts to the most, in order, with a share of each kind', () => {
  const found = [
    ...finds('order', 20),
    ...finds('licence', 20),
    ...finds('customer', 10),
    ...finds('message', 8),
  ]
  const cut = cutFairly(found, limits)
  expect(cut).toHaveLength(50)
  expect(cut.filter(({ kind }) => kind === 'message')).toHaveLength(8)
  expect(cut).toEqual(found.filter((each) => cut.includes(each)))
})

test('cuts nothing that fits', () => {
  const found = [...finds('order', 2), ...finds('message', 40)]
  expect(cutFairly(found, limits)).toEqual(found)
  expect(cutFairly([], limits)).toEqual([])
})

test('cuts each kind to its most', () => {
  const cut = cutFairly([...finds('order', 9), ...finds('message', 2)], { most: 50, mostOfAKind: 3 })
  expect(cut.map(({ kind }) => kind)).toEqual([...Array(3).fill('order'), 'message', 'message'])
})

import { expect, test } from 'vitest'
import { cutFairly } from './cut-fairly.ts'

const finds = (kind: string, count: number) => Array.from({ length: count }, (_, index) => ({ kind, index }))

test('cuts to the most, in order, with a share of each kind', () => {
  const found = [
    ...finds('order', 20),
    ...finds('licence', 20),
    ...finds('customer', 10),
    ...finds('message', 8),
  ]
  const cut = cutFairly(found, 50)
  expect(cut).toHaveLength(50)
  expect(cut.filter(({ kind }) => kind === 'message')).toHaveLength(8)
  expect(cut).toEqual(found.filter((each) => cut.includes(each)))
})

test('cuts nothing that fits', () => {
  const found = [...finds('order', 2), ...finds('message', 40)]
  expect(cutFairly(found, 50)).toEqual(found)
  expect(cutFairly([], 50)).toEqual([])
})

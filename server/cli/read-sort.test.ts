import { expect, test } from 'vitest'
import { orderSorts } from '#shared/desk/sorts.ts'
import { readSort } from './command.ts'

test('a sort is one of the list’s, and not beside a search', () => {
  expect(readSort({}, orderSorts)).toBe('-createdAt')
  expect(readSort({ sort: '-total', status: 'paid' }, orderSorts)).toBe('-total')
  expect(readSort({ sort: '-createdAt', q: 'ada' }, orderSorts)).toBe('-createdAt')
  expect(() => readSort({ sort: 'size' }, orderSorts)).toThrow(
    '--sort is one of -createdAt, createdAt, -total',
  )
  expect(() => readSort({ sort: 'total', q: 'ada' }, orderSorts)).toThrow('--sort doesn’t go with --q')
})

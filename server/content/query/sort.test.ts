import { expect, test } from 'vitest'
import { sortPlaces } from './sort.ts'

test('one key puts missing values last in both directions', () => {
  const column = [2, undefined, 1, null, 3]
  expect(sorted([column], [{ field: 'a', descending: false }])).toEqual([2, 0, 4, 1, 3])
  expect(sorted([column], [{ field: 'a', descending: true }])).toEqual([4, 0, 2, 1, 3])
})

test('ties keep their order in both directions', () => {
  const column = ['b', 'a', 'b', 'a']
  expect(sorted([column], [{ field: 'a', descending: false }])).toEqual([1, 3, 0, 2])
  expect(sorted([column], [{ field: 'a', descending: true }])).toEqual([0, 2, 1, 3])
})

test('several keys rank missing, booleans and the empty string before all else', () => {
  const column = ['b', '', true, false, undefined, '10', 9]
  const keys = [
    { field: 'a', descending: false },
    { field: 'b', descending: false },
  ]
  expect(sorted([column, column.map(() => 0)], keys)).toEqual([4, 3, 2, 1, 6, 5, 0])
})

function sorted(columns: unknown[][], keys: { field: string; descending: boolean }[]): number[] {
  return [...sortPlaces(keys, columns)]
}

import { expect, test } from 'vitest'
import { sortPlaces } from './sort.ts'

test('one key puts missing values last in both directions', async () => {
  const column = [2, undefined, 1, null, 3]
  expect(await sorted([column], [{ field: 'a', descending: false }])).toEqual([2, 0, 4, 1, 3])
  expect(await sorted([column], [{ field: 'a', descending: true }])).toEqual([4, 0, 2, 1, 3])
})

test('ties keep their order in both directions', async () => {
  const column = ['b', 'a', 'b', 'a']
  expect(await sorted([column], [{ field: 'a', descending: false }])).toEqual([1, 3, 0, 2])
  expect(await sorted([column], [{ field: 'a', descending: true }])).toEqual([0, 2, 1, 3])
})

test('several keys rank missing, booleans and the empty string before all else', async () => {
  const column = ['b', '', true, false, undefined, '10', 9]
  const keys = [
    { field: 'a', descending: false },
    { field: 'b', descending: false },
  ]
  expect(await sorted([column, column.map(() => 0)], keys)).toEqual([4, 3, 2, 1, 6, 5, 0])
})

test.each([1_023, 1_024, 1_025, 5_000])('%i places are sorted as one run is', async (length) => {
  const column = Array.from({ length }, (_, index) => (index * 7_919) % 1_000)
  const expected = [...column.keys()].sort((a, b) => (column[a] as number) - (column[b] as number) || a - b)
  expect(await sorted([column], [{ field: 'a', descending: false }])).toEqual(expected)
})

async function sorted(
  columns: unknown[][],
  keys: { field: string; descending: boolean }[],
): Promise<number[]> {
  return [...(await sortPlaces(keys, columns))]
}

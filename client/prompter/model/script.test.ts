import { expect, test } from 'vitest'
import { countWords, paragraphsOf } from './script.ts'

test('lines are kept as typed, whatever ends them, without blank lines at the end', () => {
  expect(paragraphsOf('one\n\ntwo\r\nthree\rfour\n \n')).toEqual(['one', '', 'two', 'three', 'four'])
  expect(paragraphsOf('')).toEqual([''])
})

test.each([
  ['', 0],
  [' \n\t ', 0],
  ['one', 1],
  [' Look at\nthe  mark. ', 4],
])('%j has %i words', (script, words) => {
  expect(countWords(script)).toBe(words)
})

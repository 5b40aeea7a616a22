import { expect, test } from 'vitest'
import type { Run } from './text-runs.ts'
import { inVisualOrder } from './visual-order.ts'

const line = (...texts: string[]): Run[] => texts.map((text) => ({ text, face: faceOf(text) }))
const faceOf = (text: string) =>
  /\p{Script_Extensions=Arabic}/u.test(text)
    ? 'arabic'
    : /\p{Script=Hebrew}/u.test(text)
      ? 'universal'
      : 'own'
const shown = (...lines: Run[][]) =>
  inVisualOrder(lines).map((runs) => runs.map(({ text }) => text).join('|'))

test('text from left to right stays as it is', () => {
  expect(shown(line('Ada (Byron) 山田'))).toEqual(['Ada (Byron) 山田'])
})

test('Hebrew stands from right to left, with its signs mirrored and its numbers upright', () => {
  expect(shown(line('דוד כהן'))).toEqual(['ןהכ דוד'])
  expect(shown(line('דוד (כהן) 42'))).toEqual(['42| (ןהכ) דוד'])
})

test('Arabic letters are left to their font, which reverses and joins them', () => {
  expect(shown(line('محمد علي'))).toEqual(['محمد علي'])
  expect(shown(line('علي ١٢٣'))).toEqual(['٣٢١|علي '])
  expect(shown(line('علي ', 'دוד'.slice(1)))).toEqual(['דו|علي '])
})

test('a mixed name begins at the side of its first letter', () => {
  expect(shown(line('David ', 'דוד כהן'))).toEqual(['David |ןהכ דוד'])
  expect(shown(line('דוד ', 'Levi'))).toEqual(['Levi| דוד'])
})

test('each line is ordered by itself, and drawn without the space at its end', () => {
  expect(shown(line('דוד '), line('כהן'))).toEqual(['דוד', 'ןהכ'])
})

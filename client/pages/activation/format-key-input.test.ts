import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#shared/testing/any-character.ts'
import { formatKeyInput } from './format-key-input.ts'

/** Shows the field after these keystrokes, with `|` as the caret. */
function type(text: string, ...keystrokes: string[]): string {
  const [before = '', after = ''] = text.split('|')
  let field = { text: before + after, caret: before.length }
  for (const key of keystrokes) {
    const [left, right] = [field.text.slice(0, field.caret), field.text.slice(field.caret)]
    const typed = key === 'Backspace' ? left.slice(0, -1) : left + key
    field = formatKeyInput(typed + right, typed.length, 'PRMT')
  }
  return `${field.text.slice(0, field.caret)}|${field.text.slice(field.caret)}`
}

test('groups what is typed, and reads O, I and L as digits', () => {
  expect(type('|', ...'prmt')).toBe('PRMT|')
  expect(type('|', ...'prmt7kolq')).toBe('PRMT-7K01-Q|')
  expect(type('|', 'prmt 7k01 q')).toBe('PRMT-7K01-Q|')
})

test('keeps the caret where something is put in or taken out in the middle', () => {
  expect(type('PRMT-7|K', 'Backspace')).toBe('PRMT|-K')
  expect(type('PRMT-|7K', 'Backspace')).toBe('PRMT|-7K')
  expect(type('PRMT-|7K', 'Backspace', 'Backspace')).toBe('PRM|-7K')
  expect(type('PRMT|-7K', 'x')).toBe('PRMT-X|7K')
})

test('leaves a key of another system as it is typed', () => {
  expect(type('|', ...'a1B2c3-d4')).toBe('a1B2c3-d4|')
  expect(type('|', 'Gold-2018_o1')).toBe('Gold-2018_o1|')
  expect(type('|MT-7K', 'x')).toBe('x|MT-7K')
})

test('leaves what it doesn’t understand as it is typed', () => {
  expect(type('|', 'PRMT-18FP, or so?')).toBe('PRMT-18FP, or so?|')
  expect(type('|', '“PRMT-18FP”')).toBe('“PRMT-18FP”|')
})

test('puts the caret inside the text, and changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.nat(40), (typed, at) => {
      const once = formatKeyInput(typed, at, 'PRMT')
      expect(once.caret).toBeLessThanOrEqual(once.text.length)
      expect(formatKeyInput(once.text, once.caret, 'PRMT')).toEqual(once)
    }),
  )
})

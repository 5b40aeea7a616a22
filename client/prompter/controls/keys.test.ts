import { expect, test } from 'vitest'
import { type Focused, isOncePerPress, keyMeaning } from './keys.ts'

const press = (key: string, with_: object = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...with_,
})

test.each([
  [' ', { type: 'toggle' }],
  ['ArrowUp', { type: 'nudge', setting: 'pace', steps: 1 }],
  ['ArrowDown', { type: 'nudge', setting: 'pace', steps: -1 }],
  ['ArrowLeft', { type: 'step', lines: -1 }],
  ['ArrowRight', { type: 'step', lines: 1 }],
  ['PageUp', { type: 'page', pages: -1 }],
  ['PageDown', { type: 'page', pages: 1 }],
  ['.', { type: 'toggle' }],
  ['b', { type: 'toggle' }],
  ['B', { type: 'toggle' }],
  ['F5', { type: 'start' }],
  ['Home', { type: 'top' }],
  ['m', 'mirror'],
  ['Escape', 'leave'],
  ['a', null],
  ['Tab', null],
  ['toString', null],
])('%j on the glass means %j', (key, meaning) => {
  expect(keyMeaning(press(key), 'glass')).toEqual(meaning)
})

test.each<[Focused, string]>([
  ['button', ' '],
  ['slider', 'ArrowUp'],
  ['slider', 'ArrowLeft'],
  ['slider', 'Home'],
])('a %s keeps its own use of %j', (focused, key) => {
  expect(keyMeaning(press(key), focused)).toBeNull()
})

test('a slider has no use for the space bar, a button none for the arrows', () => {
  expect(keyMeaning(press(' '), 'slider')).toEqual({ type: 'toggle' })
  expect(keyMeaning(press('ArrowRight'), 'button')).toEqual({ type: 'step', lines: 1 })
})

test.each(['altKey', 'ctrlKey', 'metaKey'])('with %s it is the browser’s', (modifier) => {
  expect(keyMeaning(press('F5', { [modifier]: true }), 'glass')).toBeNull()
  expect(keyMeaning(press('ArrowLeft', { [modifier]: true }), 'glass')).toBeNull()
})

test.each([
  [' ', true],
  ['m', true],
  ['b', true],
  ['F5', true],
  ['Escape', true],
  ['ArrowUp', false],
  ['ArrowRight', false],
  ['PageDown', false],
])('%j held down counts once: %j', (key, once) => {
  const meaning = keyMeaning(press(key), 'glass')
  expect(meaning && isOncePerPress(meaning)).toBe(once)
})

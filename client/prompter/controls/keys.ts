import type { Command } from '../model/commands.ts'

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Buttons and sliders use some of the keys themselves. */
export type Focused = 'glass' | 'button' | 'slider'

/** `mirror` and `leave` depend on the prompter's state. */
type KeyMeaning = Command | 'mirror' | 'leave'

/** Presenters' remotes send Page Up and Page Down, a full stop or B for a black screen, and F5 to start. */
const meanings: Record<string, KeyMeaning> = {
  ' ': { type: 'toggle' },
  ArrowUp: { type: 'nudge', setting: 'pace', steps: 1 },
  ArrowDown: { type: 'nudge', setting: 'pace', steps: -1 },
  ArrowLeft: { type: 'step', lines: -1 },
  ArrowRight: { type: 'step', lines: 1 },
  PageUp: { type: 'page', pages: -1 },
  PageDown: { type: 'page', pages: 1 },
  Home: { type: 'top' },
  '.': { type: 'toggle' },
  b: { type: 'toggle' },
  B: { type: 'toggle' },
  F5: { type: 'start' },
  m: 'mirror',
  M: 'mirror',
  Escape: 'leave',
}

const keptFor: Record<Focused, readonly string[]> = {
  glass: [],
  button: [' '],
  slider: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home'],
}

/** @returns null for a key that the browser handles */
export function keyMeaning(press: Press, focused: Focused): KeyMeaning | null {
  if (press.altKey || press.ctrlKey || press.metaKey || keptFor[focused].includes(press.key)) return null
  return Object.hasOwn(meanings, press.key) ? (meanings[press.key] ?? null) : null
}

/** A held key repeats steps and nudges, but not toggles. */
export function isOncePerPress(meaning: KeyMeaning): boolean {
  return typeof meaning === 'string' || meaning.type === 'toggle' || meaning.type === 'start'
}

export function focusedOf(element: Element): Focused {
  if (element.matches('input')) return 'slider'
  return element.matches('button') ? 'button' : 'glass'
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSettings } from '../model/settings.ts'
import { chooseHost, goneAfter, type HostState, parseRemoteMessage } from './remote-messages.ts'

const state: HostState = {
  phase: 'running',
  settings: defaultSettings({ narrow: true }),
  used: 6.2,
  left: 30,
  reading: 'Look at the amber mark.',
  activeAt: 1000,
}

test.each([
  { kind: 'ask' },
  { kind: 'bye', from: 'a' },
  { kind: 'state', from: 'a', state },
  ...(['start', 'stop', 'toggle', 'top'] as const).map((type) => ({
    kind: 'command',
    to: 'a',
    command: { type },
  })),
  { kind: 'command', to: 'a', command: { type: 'step', lines: -1 } },
  { kind: 'command', to: 'a', command: { type: 'page', pages: 1 } },
  { kind: 'command', to: 'a', command: { type: 'nudge', setting: 'pace', steps: 2 } },
  { kind: 'command', to: 'a', command: { type: 'change', settings: { mirror: true } } },
])('%j is a message', (message) => {
  expect(parseRemoteMessage(message)).toEqual(message)
})

test.each([
  undefined,
  null,
  'ask',
  {},
  { kind: 'shout' },
  { kind: 'bye' },
  { kind: 'command', command: { type: 'start' } },
  { kind: 'command', to: 'a', command: { type: 'format' } },
  { kind: 'command', to: 'a', command: { type: 'step', lines: 0.5 } },
  { kind: 'command', to: 'a', command: { type: 'nudge', setting: 'toString', steps: 1 } },
  { kind: 'state', from: 'a', state: { ...state, phase: 'flying' } },
  { kind: 'state', from: 'a', state: { ...state, left: Number.POSITIVE_INFINITY } },
  { kind: 'state', from: 'a' },
])('%j is none', (data) => {
  expect(parseRemoteMessage(data)).toBeNull()
})

test('nothing that a window could send throws', () => {
  fc.assert(fc.property(fc.anything(), (data) => void parseRemoteMessage(data)))
  fc.assert(
    fc.property(fc.constantFrom('command', 'state'), fc.anything(), (kind, part) => {
      void parseRemoteMessage({ kind, to: 'a', from: 'a', command: part, state: part })
    }),
  )
})

test('the window that was used last is steered', () => {
  const host = (id: string, activeAt: number) => ({ id, heardAt: 5000, state: { ...state, activeAt } })
  expect(chooseHost([host('a', 10), host('b', 30), host('c', 20)], 5000)?.id).toBe('b')
  expect(chooseHost([host('b', 30), host('a', 30)], 5000)?.id).toBe('a')
  expect(chooseHost([], 5000)).toBeNull()
})

test('a silent window is ignored', () => {
  const host = { id: 'a', heardAt: 5000, state }
  expect(chooseHost([host], 5000 + goneAfter - 1)).toBe(host)
  expect(chooseHost([host], 5000 + goneAfter)).toBeNull()
})

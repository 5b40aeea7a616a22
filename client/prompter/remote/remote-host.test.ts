import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Prompter } from '../prompter.ts'
import { hostRemote } from './remote-host.ts'
import type { RemoteMessage } from './remote-messages.ts'

test('a window that nobody used yet steps back for one that is used', () => {
  const sent: RemoteMessage[] = []
  const prompter = {
    store: createStore(() => ({ phase: 'ready', settings: {} })),
    readings: createStore(() => ({ used: 0, left: 0 })),
    reading: () => '',
  } as unknown as Prompter
  let ask = (_data: unknown) => {}
  const host = hostRemote(prompter, {
    listen: (listener) => {
      ask = listener
    },
    post: (message) => sent.push(message),
    close() {},
  })
  const activeAt = () => sent.flatMap((each) => (each.kind === 'state' ? each.state.activeAt : [])).at(-1)
  expect(activeAt()).toBe(0)
  host.touch()
  ask({ kind: 'ask' })
  expect(activeAt()).toBeGreaterThan(0)
})

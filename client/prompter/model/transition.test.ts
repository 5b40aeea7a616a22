import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSettings } from './settings.ts'
import { initialState, type Phase, type PrompterEvent, transition } from './transition.ts'

const fresh = initialState('one two three', defaultSettings({ narrow: false }))

const play = (...events: PrompterEvent[]) => events.reduce(transition, fresh)
const start: PrompterEvent = { type: 'start' }
const counted: PrompterEvent = { type: 'counted' }
const stop: PrompterEvent = { type: 'stop' }
const running = [start, counted, counted, counted]

test('from the top it counts 3, 2, 1 and runs', () => {
  expect([1, 2, 3].map((until) => play(...running.slice(0, until)).count)).toEqual([3, 2, 1])
  expect(play(...running).phase).toBe('running')
})

test('a stop ends the countdown, whose remaining counts are ignored', () => {
  expect(play(start, counted, stop, counted).phase).toBe('ready')
})

test('a stopped text resumes at once; at the top or the end it counts down again', () => {
  expect(play(...running, stop, start).phase).toBe('running')
  expect(play(...running, stop, { type: 'topped' }, start).phase).toBe('counting')
  expect(play(...running, { type: 'ended' }, start)).toMatchObject({ phase: 'counting', count: 3 })
  expect(play(start, counted, stop, start)).toMatchObject({ phase: 'counting', count: 3 })
})

test.each<['top' | 'middle' | 'end', Phase]>([
  ['top', 'ready'],
  ['middle', 'stopped'],
  ['end', 'ended'],
])('moved by hand to the %s it is %s', (to, phase) => {
  expect(play({ type: 'moved', to }).phase).toBe(phase)
  expect(play(...running, { type: 'ended' }, { type: 'moved', to }).phase).toBe(phase)
})

test('moving and editing don’t stop it; taking the words away does', () => {
  expect(play(...running, { type: 'moved', to: 'middle' }).phase).toBe('running')
  expect(play(...running, { type: 'wrote', script: 'other words' }).phase).toBe('running')
  expect(play(...running, { type: 'wrote', script: ' \n' }).phase).toBe('empty')
})

test('without words there is nothing to start, with words again there is', () => {
  const empty = play({ type: 'wrote', script: '' })
  expect(transition(empty, start).phase).toBe('empty')
  expect(transition(empty, { type: 'topped' }).phase).toBe('empty')
  expect(transition(empty, { type: 'wrote', script: 'word' }).phase).toBe('ready')
})

test('after any events it runs only with words, and counts only from 3 to 1', () => {
  const event = fc.oneof(
    fc.constantFrom<PrompterEvent>(start, stop, counted, { type: 'ended' }, { type: 'topped' }),
    fc.constantFrom('top', 'middle', 'end').map((to): PrompterEvent => ({ type: 'moved', to })),
    fc.constantFrom('', ' ', 'words').map((script): PrompterEvent => ({ type: 'wrote', script })),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { phase, count, script } = play(...events)
      expect(phase === 'empty').toBe(script.trim() === '')
      if (phase === 'counting') expect([1, 2, 3]).toContain(count)
    }),
  )
})

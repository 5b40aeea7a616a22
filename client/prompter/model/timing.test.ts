import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationAt, easing, formatClock, keyframes, type Metrics, secondsLeft, stepFrom } from './timing.ts'

const metrics: Metrics = { height: 600, lineHeight: 60, words: 65 }

test('words ÷ pace is the time, all of it at the start and none at the end', () => {
  expect(durationAt(130, 130)).toBe(60_000)
  expect(secondsLeft(0, metrics, 130)).toBe(30)
  expect(secondsLeft(300, metrics, 130)).toBe(15)
  expect(secondsLeft(600, metrics, 130)).toBe(0)
  expect(secondsLeft(0, { height: 0, lineHeight: 60, words: 0 }, 130)).toBe(0)
})

test('the text stops with its last line on the reading line, at the speed it had', () => {
  const [start, arrival, end] = keyframes(metrics)
  expect(start).toMatchObject({ offset: 0, transform: 'translate3d(0, 0, 0)' })
  expect(arrival).toMatchObject({ offset: 0.9, transform: 'translate3d(0, -540px, 0)' })
  expect(end?.transform).toBe(arrival?.transform)
})

test('a text of one line, or none, stays where it is', () => {
  for (const height of [60, 0]) {
    expect(keyframes({ ...metrics, height }).map(({ offset }) => offset)).toEqual([0, 0, 1])
  }
})

test('less motion is a line at a time', () => {
  expect(easing(metrics, false)).toBe('linear')
  expect(easing(metrics, true)).toBe('steps(10, end)')
  expect(easing({ ...metrics, height: 0 }, true)).toBe('steps(1, end)')
})

test.each([
  [0, 1, 60],
  [60, 1, 120],
  [90, 1, 120],
  [90, -1, 60],
  [60, -1, 0],
  [59.99999, -1, 0],
  [60.00001, 1, 120],
  [0, -1, 0],
  [540, 1, 540],
  [120, 4, 360],
])('from %d, %i lines on is %d', (distance, lines, to) => {
  expect(stepFrom(distance, lines, metrics)).toBe(to)
})

test('a step moves in its direction, stays within the script and lands on a line', () => {
  const anywhere = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(anywhere, fc.integer({ min: -20, max: 20 }), (part, lines) => {
      const from = part * (metrics.height - metrics.lineHeight)
      const to = stepFrom(from, lines, metrics)
      expect(to).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(540)
      expect(to % 60).toBe(0)
      if (lines > 0) expect(to).toBeGreaterThanOrEqual(from - 0.1)
      if (lines < 0) expect(to).toBeLessThanOrEqual(from + 0.1)
    }),
  )
})

test.each([
  [0, '0:00'],
  [5.4, '0:05'],
  [59.6, '1:00'],
  [605, '10:05'],
  [-3, '0:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, distanceOf, movePlace, placeAt } from './place.ts'

const boxes = fc
  .array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 })
  .map((heights) => stack(heights))

test('a place and its distance are the same thing', () => {
  fc.assert(
    fc.property(boxes, fc.double({ min: 0, max: 1, noNaN: true }), (stacked, part) => {
      const distance = part * heightOf(stacked)
      expect(distanceOf(placeAt(distance, stacked), stacked)).toBeCloseTo(distance, 6)
    }),
  )
})

test('a script without a height has one place', () => {
  expect(placeAt(40, [])).toEqual({ paragraph: 0, fraction: 0 })
  expect(placeAt(40, [{ top: 0, height: 0 }])).toEqual({ paragraph: 0, fraction: 0 })
  expect(distanceOf({ paragraph: 3, fraction: 0.5 }, [])).toBe(0)
})

test('twice the size keeps the paragraph and the part of it', () => {
  const small = stack([60, 60, 180])
  const large = stack([120, 240, 360])
  expect(distanceOf(placeAt(210, small), large)).toBe(120 + 240 + 180)
})

test('an edit elsewhere leaves the reader on the same words', () => {
  const words = fc.array(fc.string(), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(words, words, words, fc.boolean(), fc.nat(), (kept, old, fresh, above, pick) => {
      const here = pick % kept.length
      // Marks kept lines, so that no edited line equals one.
      const lines = kept.map((line, index) => `kept ${index} ${line}`)
      const before = above ? [...old, ...lines] : [...lines, ...old]
      const after = above ? [...fresh, ...lines] : [...lines, ...fresh]
      const offset = above ? old.length : 0
      const moved = movePlace({ paragraph: offset + here, fraction: 0.3 }, before, after)
      expect(after[moved.paragraph]).toBe(lines[here])
      expect(moved.fraction).toBe(0.3)
    }),
  )
})

test('every place after an edit is one of the script', () => {
  const script = fc.array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(script, script, fc.nat(), (before, after, pick) => {
      const { paragraph } = movePlace({ paragraph: pick % before.length, fraction: 0 }, before, after)
      expect(after[paragraph]).toBeDefined()
    }),
  )
})

function stack(heights: number[]): Box[] {
  let top = 0
  return heights.map((height) => {
    const box = { top, height }
    top += height
    return box
  })
}

function heightOf(stacked: Box[]): number {
  return stacked.reduce((sum, { height }) => sum + height, 0)
}

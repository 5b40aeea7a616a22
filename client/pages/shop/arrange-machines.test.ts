import { describe, expect, it } from 'vitest'
import { arrangeMachines, drawing } from './arrange-machines.ts'

const tolerance = 0.1

describe('arrangeMachines', () => {
  it('draws one machine in the middle, as high as the drawing', () => {
    const [only] = arrangeMachines(1)
    expect(only).toMatchObject({ y: 2 })
    expect((only?.x ?? 0) * 2 + 72 * (only?.scale ?? 0)).toBeCloseTo(drawing.width, 1)
  })

  it('draws three side by side, and ten in two rows', () => {
    expect(new Set(arrangeMachines(3).map(({ y }) => y)).size).toBe(1)
    expect(new Set(arrangeMachines(10).map(({ y }) => y)).size).toBe(2)
  })

  it.each(Array.from({ length: 24 }, (_, index) => index + 1))('keeps %i inside, and apart', (count) => {
    const boxes = arrangeMachines(count).map(({ x, y, scale }) => ({
      left: x,
      right: x + 72 * scale,
      top: y,
      bottom: y + 54 * scale,
    }))
    expect(boxes).toHaveLength(Math.min(count, 20))
    for (const [index, box] of boxes.entries()) {
      expect(Math.min(box.left, box.top)).toBeGreaterThan(0)
      expect(box.right).toBeLessThan(drawing.width)
      expect(box.bottom).toBeLessThan(drawing.height)
      for (const other of boxes.slice(index + 1)) {
        const apart = Math.max(
          other.left - box.right,
          box.left - other.right,
          other.top - box.bottom,
          box.top - other.bottom,
        )
        expect(apart).toBeGreaterThan(8 - tolerance)
      }
    }
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setLines } from './set-lines.ts'

const box = { width: 200, maxLines: 3, sizes: [20, 15, 10] } as const
/** A typewriter's characters are half as wide as high. */
const typewriter = (text: string, size: number) => [...text].length * size * 0.5

test('a short text takes one line at the largest size', () => {
  expect(setLines('Pricing', box, typewriter)).toEqual({ size: 20, lines: ['Pricing'] })
})

test('a longer one breaks between words, into lines of about one length', () => {
  expect(setLines('Where to put the reading line', box, typewriter)).toEqual({
    size: 20,
    lines: ['Where to put the', 'reading line'],
  })
})

test('a long one is set smaller before it is cut', () => {
  const { size, lines } = setLines(
    'one two three four five six seven eight nine ten eleven twelve thirteen',
    box,
    typewriter,
  )
  expect(size).toBe(15)
  expect(lines.join(' ')).toBe('one two three four five six seven eight nine ten eleven twelve thirteen')
})

test('one that is too high is set smaller', () => {
  expect(setLines('Where to put the reading line', { ...box, height: 30 }, typewriter)).toMatchObject({
    size: 15,
  })
})

test('no text leaves the box, whatever its words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 40 }),
      (words) => {
        const { size, lines } = setLines(words.join(' ').trim(), box, typewriter)
        expect(lines.length).toBeLessThanOrEqual(box.maxLines)
        for (const line of lines) expect(typewriter(line, size)).toBeLessThanOrEqual(box.width)
      },
    ),
  )
})

test('a cut text ends in an ellipsis', () => {
  const { lines } = setLines('word '.repeat(80).trim(), box, typewriter)
  expect(lines).toHaveLength(3)
  expect(lines.at(-1)).toMatch(/…$/)
})

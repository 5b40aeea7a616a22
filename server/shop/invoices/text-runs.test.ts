import fc from 'fast-check'
import type { Font } from 'fontkit'
import { expect, test } from 'vitest'
import { breakLines, type Run, splitByFont } from './text-runs.ts'

/** Covers ASCII and Greek. */
const own = {
  hasGlyphForCodePoint: (code: number) => code < 0x80 || (code >= 0x370 && code < 0x400),
} as Font

const arabic = () => ({ hasGlyphForCodePoint: (code: number) => code >= 0x600 && code < 0x700 }) as Font
const split = (text: string) => splitByFont(text, own, arabic)

const widthOf = ({ text, face }: Run) => Array.from(text).length * (face === 'own' ? 5 : 10)
const textOf = (runs: Run[]) => runs.map(({ text }) => text).join('')
const linesOf = (text: string, width: number) => breakLines(split(text), width, widthOf).map(textOf)

test('each run has one font, and a space the font before it', () => {
  expect(split('山田 Ελένη محمد Smith 東')).toEqual([
    { text: '山田 ', face: 'universal' },
    { text: 'Ελένη ', face: 'own' },
    { text: 'محمد ', face: 'arabic' },
    { text: 'Smith ', face: 'own' },
    { text: '東', face: 'universal' },
  ])
  expect(split('')).toEqual([])
})

test('an accent stays with its letter', () => {
  expect(split('e\u0301')).toEqual([{ text: 'e\u0301', face: 'universal' }])
})

test('lines break after spaces, between kanji, and in a word that is too long', () => {
  expect(linesOf('Harbour 学校放送', 60)).toEqual(['Harbour 学校', '放送'])
  expect(linesOf('学 Donaudampf', 30)).toEqual(['学 Do', 'naudam', 'pf'])
})

test('no character is lost, and no line is wider than its box', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'Ω', ' ', '-', '学', 'ン', '🎥'), maxLength: 60 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 10, max: 200 }), (text, width) => {
      const lines = linesOf(text, width)
      expect(lines.join('')).toBe(text)
      for (const line of lines) {
        const widths = split(line.trimEnd()).map(widthOf)
        expect(widths.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(width)
      }
    }),
  )
})

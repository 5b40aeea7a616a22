import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#shared/testing/any-character.ts'
import { runs } from '#shared/testing/properties.ts'
import { directionMarksRefused } from './direction-marks.ts'
import { emailSchema, line, required, text } from './text-fields.ts'
import { tidyLine } from './tidy-line.ts'

const read = (text: string) => line(20, 'Enter a name.').safeParse(text)

test('no other check and no transform sees a text that is too long', () => {
  const seen: string[] = []
  const note = (value: string) => {
    seen.push(value)
    return value
  }
  const schema = text(3, 'Enter a text.').overwrite(note).refine(note).transform(note)
  expect(schema.safeParse('four').error?.issues.map(({ message }) => message)).toEqual([
    'At most 3 characters.',
  ])
  expect(seen).toEqual([])
  schema.parse('two')
  expect(seen).toEqual(['two', 'two', 'two'])
})

test.each(['\0', '\u0007', '\t', '\r\n', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029', '\ud83d'])(
  'a name with %j in it is refused',
  (character) => {
    expect(read(`Ada${character}Byron`).success).toBe(false)
  },
)

test('text with a direction mark is refused, wherever the mark is', () => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
  for (const mark of marks) {
    for (const text of [`${mark}Ada`, `Ada${mark}Byron`, `Ada${mark}`, mark]) {
      expect(read(text).error?.issues.map(({ message }) => message)).toEqual([directionMarksRefused])
    }
    expect(emailSchema.safeParse(`ada@example.com${mark}`).error?.issues).toHaveLength(1)
  }
})

test('a name loses what shows as nothing', () => {
  for (const character of '\u200b\u2060\ufeff\u200c\u200d') {
    expect(read(`${character}Ada${character}${character} Byron${character}`).data).toBe('Ada Byron')
    expect(required(20, 'Enter a name.').safeParse(character).success).toBe(false)
  }
  expect(read(`${'\u200b'.repeat(50)}Ada`).data).toBe('Ada')
})

test.each([
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u180e',
  '\u2800',
  '\u3164',
  '\uffa0',
  '\u{e0041}',
  '\ufe0f',
  '\u{e0100}',
])('a name of %j alone is none', (character) =>
  expect(required(20, 'Enter a name.').safeParse(` ${character} `).success).toBe(false),
)

test.each([
  ['\u00a0\u200dAda', 'Ada'],
  ['\u3000\u200c\u0639', '\u0639'],
  ['e\u0301\u200da', '\u00e9a'],
  ['e\u200d\u0301\u200da', '\u00e9a'],
  ['e\u00ad\u0301', '\u00e9'],
  ['\u037e\u200d', ';'],
])('%j is kept as %j', (typed, kept) => expect(tidyLine(typed)).toBe(kept))

test('what was tidied once stays as it is', () => {
  const tricky = [
    ...' <ae;\u00a0\u3000\u037e\u0301\u0323\u0338\u093c\u0639\u0915\u1100\u1161\u200b\u200c\u200d\u00ad\u2800\ufe0f\u{1f469}',
  ]
  const text = fc.array(fc.oneof(fc.constantFrom(...tricky), fc.string({ unit: anyCharacter, maxLength: 2 })))
  fc.assert(
    fc.property(text, (parts) => {
      const tidied = tidyLine(parts.join(''))
      expect(tidyLine(tidied)).toBe(tidied)
    }),
    { numRuns: runs(2_000) },
  )
})

test.each([
  ['Persian', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
  ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['Malayalam, at the end', '\u0d2e\u0d4b\u0d39\u0d28\u0d4d\u200d'],
  ['emoji', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['Hebrew and Latin, which need no marks', '\u05d3\u05e0\u05d9 Levi'],
])('a name keeps the joiners that its script needs: %s', (_script, name) => {
  expect(read(name).data).toBe(name)
})

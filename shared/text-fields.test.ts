import { expect, test } from 'vitest'
import { line, required } from './text-fields.ts'

const read = (text: string) => line(20, 'Enter a name.').safeParse(text)

test.each(['\0', '\u0007', '\t', '\r\n', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029', '\ud83d'])(
  'a name with %j in it is refused',
  (character) => {
    expect(read(`Ada${character}Byron`).success).toBe(false)
  },
)

test('a name loses what turns its direction around or shows as nothing', () => {
  const dropped = '\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff'
  for (const character of `${dropped}\u200c\u200d`) {
    expect(read(`${character}Ada${character}${character} Byron${character}`).data).toBe('Ada Byron')
    expect(required(20, 'Enter a name.').safeParse(character).success).toBe(false)
  }
  expect(read(`${'\u200b'.repeat(50)}Ada`).data).toBe('Ada')
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

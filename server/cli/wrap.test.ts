import { expect, test } from 'vitest'
import { wrap } from './run-command.ts'

const pieces = ['orders list', '[--status paid|pending]', '[--limit N]', '[--json]']

test('a text breaks between its pieces, at the terminal’s width', () => {
  expect(wrap(pieces, { indent: 2, hang: 4, columns: 36 })).toBe(
    ['  orders list', '      [--status paid|pending]', '      [--limit N] [--json]'].join('\n'),
  )
  expect(wrap(pieces, { indent: 2, columns: 38 })).toBe(
    ['  orders list [--status paid|pending]', '  [--limit N] [--json]'].join('\n'),
  )
})

test('a piece that is too long stays whole, and without a terminal so does the text', () => {
  expect(wrap(['a', 'b'.repeat(20), 'c'], { indent: 0, columns: 10 })).toBe(`a\n${'b'.repeat(20)}\nc`)
  expect(wrap(pieces, { indent: 2, columns: undefined })).not.toContain('\n')
})

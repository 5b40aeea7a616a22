import { expect, test, vi } from 'vitest'
import { parseData } from './parse-data.ts'

test.each<[string, unknown]>([
  ['1_000', 1000],
  ['-1_0', -10],
  ['1_', '1_'],
  ['1:30', 90],
  ['10:30', 630],
  ['10:30:00', 37_800],
  ['1:30.5', 90.5],
  ['99:99', '99:99'],
  ['014', 12],
  ['08', '08'],
  ['0o14', '0o14'],
  ['0b11', 3],
  ['0xFF', 255],
  ['0', 0],
  ['+12', 12],
  ['1e3', 1000],
  ['1_0.5', 10.5],
  ['.5', 0.5],
  ['-.inf', Number.NEGATIVE_INFINITY],
  ['.nan', Number.NaN],
  ['00 000 000 000', '00 000 000 000'],
  ['1.2.3', '1.2.3'],
  ['2020-1-2', '2020-1-2'],
  ['2020-01-02', new Date('2020-01-02')],
  ['2020-1-2 3:04:05.5 +10:00', new Date('2020-01-01T17:04:05.500Z')],
  ['2020-01-02T03:04:05Z', new Date('2020-01-02T03:04:05Z')],
  ['2020-01-02T03:04:05-05', new Date('2020-01-02T08:04:05Z')],
  ['!!float 1', 1],
  ['!!int 014', 12],
  ['!!str 1', '1'],
  ['!!set {a, b}', { a: null, b: null }],
  ['yes', 'yes'],
  ['off', 'off'],
  ['True', true],
  ['~', null],
])('%s', (source, value) => expect(parse(`value: ${source}`)).toEqual({ value }))

test('keys of any type become text without a warning', () => {
  const warn = vi.spyOn(process, 'emitWarning')
  const data = parse('null: 1\n[a]: 2\n[a, b]: 3\n1_0: 4\ntrue: 5\n? {x: 1}\n: 6\n')
  expect(data).toEqual({ null: 1, a: 2, 'a,b': 3, 10: 4, true: 5, '[object Object]': 6 })
  expect(warn).not.toHaveBeenCalled()
})

test('a merge key merges', () => {
  expect(parse('base: &base {x: 1}\nmore:\n  <<: *base\n  y: 2\n')).toEqual({
    base: { x: 1 },
    more: { x: 1, y: 2 },
  })
})

function parse(source: string): unknown {
  return parseData('file.yml', source, '.yml')
}

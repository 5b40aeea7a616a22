import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ["'=1", "''=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['Ada;=1+1', "Ada;'=1+1"],
  ['Ada; @x;\u00a0-1', "Ada; '@x;\u00a0'-1"],
  ["Ada;'=1", "Ada;''=1"],
  ['Ada;＝1', "Ada;'＝1"],
  ['Ada\t\t=1', "Ada\t\t'=1"],
  ['=1;=1', "'=1;'=1"],
  ['Ada-Byron; Engines + Co', 'Ada-Byron; Engines + Co'],
])('%s is no formula, whatever separates the cells', (text, disarmed) => {
  expect(writeCsv([[text]])).toBe(`${disarmed}\r\n`)
})

test('a comma within a cell begins no formula either', () => {
  expect(writeCsv([['Ada, =1', { cents: -5 }, -3, null]])).toBe(`"Ada, '=1",-0.05,-3,\r\n`)
})

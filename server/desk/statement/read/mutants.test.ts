import { expect, test } from 'vitest'
import { someOf } from '#shared/testing/properties.ts'
import { isNoticed, mutantsOf } from '../../../testing/support/mutants.ts'
import { bytesOf, shapeOf, shapes } from '../fixtures/shapes.ts'
import type { readBankFile } from './read-file.ts'

const rules = mutantsOf('server/desk/statement/read', [
  'read-file.ts',
  'csv.ts',
  'decide.ts',
  'read-rows.ts',
  'guess-columns.ts',
  'names.ts',
  'balance.ts',
  'amounts.ts',
  'days.ts',
  'decisions.ts',
  'camt.ts',
  'ofx.ts',
  'decode.ts',
])

const mutants = [
  ...rules.instead('days.ts', "dayFirst > monthFirst ? 'dmy' : 'mdy'", "'dmy'", "'mdy'"),
  ...rules.instead('days.ts', "? 'ymd' : 'dmy'", "? 'dmy' : 'dmy'"),
  ...rules.instead('days.ts', String.raw`cells.every((cell) => /^\d{1,2}\.\d/.test(cell))`, 'true', 'false'),
  ...rules.instead('days.ts', 'doYearsLead(cells))', 'true)', 'false)'),
  ...rules.instead('days.ts', 'day !== null && day <= until', 'day !== null'),
  ...rules.instead('days.ts', '[year, year - 1]', '[year]'),
  ...rules.instead('decide.ts', '...datesIn(title)', ''),
  ...rules.instead('amounts.ts', '?.find(isCurrency)', '?.[1]'),
  ...rules.instead('amounts.ts', "count(points) > count(commas) ? '.' : ','", "'.'", "','"),
  ...rules.instead('amounts.ts', "? '.' : null", "? '.' : '.'"),
  ...rules.instead('names.ts', 'isOut ? -1 : 1', '1', '-1'),
  ...rules.instead('names.ts', '|outward|sent)', ')'),
  ...rules.instead('names.ts', '|inward|received)', ')'),
  ...rules.instead(
    'read-rows.ts',
    'doSignsTell || sense !== -1 ? sign * amount : 0 - amount',
    'amount',
    '0 - amount',
  ),
  ...rules.instead('read-rows.ts', 'doSignsTell || sense', 'true || sense', 'false || sense'),
  ...rules.instead('read-rows.ts', '(isOneWord && words.minus < words.plus)', 'false'),
  ...rules.instead('read-rows.ts', 'isSignedOut ?', 'true ?', 'false ?'),
  ...rules.instead('read-rows.ts', 'debits.minus > 0 && debits.isEven', 'false'),
  ...rules.instead('read-rows.ts', '(isSignedIn ?', '(true ?'),
  ...rules.instead('read-rows.ts', 'credits.minus > 1 && ', ''),
  ...rules.instead('read-rows.ts', 'hasBalances && ', ''),
  ...rules.instead('read-rows.ts', 'row.cells.slice(width)', '[]'),
  ...rules.instead('read-rows.ts', ' && !isFooter', ''),
  ...rules.instead('read-rows.ts', 'isHeld = isHeldBack(title)', 'isHeld = true', 'isHeld = false'),
  ...rules.instead('balance.ts', 'add(balance - amount, 1)', 'add(balance + amount, 1)', ''),
  ...rules.instead('balance.ts', 'add(balance, -1)', ''),
  ...rules.instead('balance.ts', 'countChains(moves) <= 1', 'true', 'countChains(moves) <= 0'),
  ...rules.instead('csv.ts', 'isContradicted(table, decisions, rows)', 'false', 'true'),
  ...rules.instead('read-rows.ts', 'sense === null && !hasSign(cell)', 'sense === null', 'false'),
  ...rules.instead('guess-columns.ts', ' && new Set(cells.map(senseOf)).size > 1', ''),
  ...rules.instead('csv.ts', ' + gaps', ''),
  ...rules.instead('csv.ts', 'Math.max(1, accounts)', '1', '0'),
  ...rules.instead('csv.ts', 'if (reading) return open(askWhich(reading))', ''),
  ...rules.instead('guess-columns.ts', 'isHalf(table, first) ? null', 'false ? null'),
  ...rules.instead('camt.ts', '=== cents', '!== cents'),
  ...rules.instead('camt.ts', '=== currencyOf(entry)', '!== undefined'),
  ...rules.instead('decode.ts', 'a.strange - b.strange', '0'),
  ...rules.instead('decode.ts', "return 'utf-8'", '{}'),
  ...rules.instead('decode.ts', '(?=\\p{L})', ''),
  ...rules.instead('decode.ts', 'b.known - a.known', '0'),
  ...rules.instead('ofx.ts', '(?:[\\s/][^<>]*)?>/', '/'),
  ...rules.instead('ofx.ts', '!isSigned && ', 'false && ', 'true && '),
]

test.each(someOf(mutants))('$name, which a fixture shows', async (mutant) => {
  const { readBankFile: read } = (await rules.load(mutant)) as { readBankFile: typeof readBankFile }
  const check = async (name: string) => expect(await shapeOf(bytesOf(name), read)).toEqual(shapes[name])
  const names = Object.keys(shapes).map((name) => [name, name] as const)
  expect(await isNoticed(Object.fromEntries(names), check)).toBe(true)
})

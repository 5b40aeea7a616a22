import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { isPlainPattern } from './plain-pattern.ts'
import { regexTest } from './regex.ts'
import { createScanBudget } from './scan-budget.ts'

test.each<[unknown, string, boolean]>([
  [['vuex STORE', 'i'], 'A Vuex store', true],
  ['vuex STORE', 'A Vuex store', false],
  [['^b', 'm'], 'a\nb', true],
  [['a.b', 's'], 'a\nb', true],
  [['colou?r', 'i'], 'Color', true],
  [['^a', 'g'], 'ab', true],
  [['b', 'y'], 'ab', true],
  ['/x/i', 'x', false],
  ['(100)\\s+%', '100\u00a0\u202f%', true],
  ['([x\\s])+%', '\ufeff%', true],
  ['^(\\S)+$', 'a\u00a0b', false],
  [['^(a)$', 'm'], 'b\r\na\r\nc', true],
  ['([$])', '$', true],
  ['(\\\\)s', '\\s', true],
])('%j in %j: %j', (operand, text, found) => {
  const matches = regexTest(operand, createScanBudget())
  expect([matches(text), matches(text)]).toEqual([found, found])
})

test('plain patterns find what they find when re2js runs them', () => {
  const word = fc.stringMatching(/^[aAbBß .|^$]{0,6}$/)
  fc.assert(
    fc.property(
      word,
      fc.constantFrom('', 'i', 'm', 'im'),
      fc.stringMatching(/^[aAbBß .\n]{0,12}$/),
      (source, flags, text) => {
        fc.pre(isPlainPattern(source))
        // A group has no effect of its own, but is not plain.
        const grouped = regexTest([`(?:${source})`, flags], createScanBudget())
        expect(regexTest([source, flags], createScanBudget())(text)).toBe(grouped(text))
      },
    ),
    { numRuns: runs(500) },
  )
})

test('patterns that would hang JavaScript are run by re2js', () => {
  const hostile = `${'a'.repeat(50_000)}!`
  for (const source of ['^(a+)+$', '(a|a)*b', '(?:a*)*b', 'a*a*a*a*b']) {
    expect(regexTest(source, createScanBudget())(hostile)).toBe(false)
  }
})

test('a shorter text allows a larger pattern', () => {
  const operand = '(?:a|e|i|o|u).{200}[x-z]{3}[0-9]'
  expect(regexTest(operand, createScanBudget())('a'.repeat(1_000))).toBe(false)
  expect(() => regexTest(operand, createScanBudget())('a'.repeat(50_000))).toThrow('for a text of 50000')
})

test('all patterns of a query count together', () => {
  const budget = createScanBudget()
  const small = '(?:a|b).{20}'
  expect(regexTest(small, budget)('a'.repeat(50_000))).toBe(true)
  const tests = Array.from({ length: 10 }, () => regexTest(small, budget))
  expect(() => tests[0]?.('a'.repeat(50_000))).toThrow('too many or too large patterns')
})

test.each([
  ['(?<=a)b', 'regex'],
  ['(a)\\1', 'regex'],
  [['a', 'zz'], 'flags'],
  [['a', 'ii'], 'flags'],
  [{}, 'must be a string'],
  ['x'.repeat(1_001), '1000 characters'],
  ['(?:.{1000})', 'too many or too large'],
])('%j is refused', (operand, message) => {
  expect(() => regexTest(operand, createScanBudget())).toThrow(message)
})

import { type AST, RegExpParser } from '@eslint-community/regexpp'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { isPlainPattern, plainWeight } from './plain-pattern.ts'

describe('plain, so that JavaScript runs it', () => {
  test.each([
    'vuex store',
    'server|client',
    '^Nuxt',
    'config\\.js$',
    '\\bv-if\\b',
    '[A-Z][^aeiou]',
    'a.c',
    '',
    '\\d\\d',
    '[\\w\\]]-',
    'über|ça va',
  ])('%s', (source) => expect(isPlainPattern(source)).toBe(true))
})

describe('not plain, so that re2js runs it', () => {
  test.each([
    ['a repetition', 'a+'],
    ['a repetition of any', 'a.*b'],
    ['an option', 'colou?r'],
    ['a count', 'a{1000}'],
    ['a nested repetition', '^(a+)+$'],
    ['alternatives that overlap', '(a|a)*b'],
    ['a group', '(ab)'],
    ['a look-ahead', '(?=a)b'],
    ['a look-behind', '(?<=a)b'],
    ['a back-reference', '(a)\\1'],
    ['a named one', '(?<x>a)\\k<x>'],
    ['a property', '\\p{L}'],
    ['a class that is never closed', '[a'],
    ['a repetition of a class', '[ab]*'],
    ['a repetition behind an escape', '\\\\+'],
    ['a brace', 'a{'],
    ['more than 64 characters', 'a'.repeat(65)],
    ['more than 64 alternatives', '|'.repeat(65)],
    ['polynomial repetitions', 'x*x*x*x*y'],
  ])('%s', (_name, source) => expect(isPlainPattern(source)).toBe(false))
})

test('by another parser’s reading, no plain pattern can make JavaScript backtrack', () => {
  const parts = fc.constantFrom(
    ...'ab.^$|?*+(){}[]\\-,:=!<>19dDwWsSbBkpuxcn/ ',
    '\\d',
    '[^',
    '(?:',
    '{2,}',
    '[a-c]',
    '\\[',
  )
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 20 }).map((list) => list.join('')),
      (source) => {
        fc.pre(isPlainPattern(source) && isRegExp(source))
        const { alternatives } = new RegExpParser().parsePattern(source)
        const elements = alternatives.flatMap((alternative) => alternative.elements)
        expect(elements.every(takesOneStep)).toBe(true)
        expect(plainWeight(source)).toBeGreaterThanOrEqual(elements.length)
      },
    ),
    { numRuns: runs(5_000) },
  )
})

function takesOneStep(element: AST.Element): boolean {
  if (element.type === 'Assertion') return element.kind !== 'lookahead' && element.kind !== 'lookbehind'
  return ['Character', 'CharacterSet', 'CharacterClass'].includes(element.type)
}

function isRegExp(source: string): boolean {
  try {
    return Boolean(new RegExp(source))
  } catch {
    return false
  }
}

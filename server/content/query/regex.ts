import { createRequire } from 'node:module'
import { badQuery } from './bad-query.ts'
import { type Test, toText } from './compare.ts'
import { isPlainPattern, plainWeight } from './plain-pattern.ts'
import type { ScanBudget } from './scan-budget.ts'

const require = createRequire(import.meta.url)
const engine = () => (require('re2js') as typeof import('re2js')).RE2JS

const lengthMax = 1_000
/** An instruction of re2js takes about five times as long as a character of a plain pattern. */
const instructionWeight = 5

type Pattern = { weight: number; test(text: string): boolean }

/** Plain patterns run as RegExp, all others in linear time by re2js. A list reads as its elements joined by commas. */
export function regexTest(operand: unknown, budget: ScanBudget): Test {
  const { weight, test } = compilePattern(operand)
  budget.add(weight)
  return (value) => {
    const text = toText(value)
    budget.check(text)
    return test(text)
  }
}

function compilePattern(operand: unknown): Pattern {
  const [pattern = '', flags = ''] = Array.isArray(operand) ? operand : [operand]
  if (!isScalar(pattern)) throw badRegex('must be a string or [string, flags]')
  const source = String(pattern)
  if (source.length > lengthMax) throw badRegex(`takes at most ${lengthMax} characters`)
  if (typeof flags !== 'string' || !/^(?!.*(.).*\1)[dgimsuvy]*$/.test(flags))
    throw badRegex('has unknown flags')
  try {
    return isPlainPattern(source) ? plain(source, flags) : linear(source, flags)
  } catch (error) {
    throw badRegex(error instanceof Error ? error.message : String(error))
  }
}

/** `g` and `y` only affect where the next search begins. */
function plain(source: string, flags: string): Pattern {
  const expression = new RegExp(source, flags.replace(/[gy]/g, ''))
  return { weight: plainWeight(source), test: (text) => expression.test(text) }
}

/** The flags `d`, `u` and `v` change nothing here. */
function linear(source: string, flags: string): Pattern {
  const { CASE_INSENSITIVE, MULTILINE, DOTALL } = engine()
  const known = Object.entries({ i: CASE_INSENSITIVE, m: MULTILINE, s: DOTALL })
  const bits = known.reduce((sum, [flag, bit]) => (flags.includes(flag) ? sum | bit : sum), 0)
  const expression = engine().compile(engine().translateRegExp(likeJavaScript(source, flags)), bits)
  return { weight: expression.programSize() * instructionWeight, test: (text) => expression.test(text) }
}

const whiteSpace = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'

/** re2js knows only ASCII white space, and lines that end in `\n`. */
function likeJavaScript(source: string, flags: string): string {
  let isInClass = false
  return source.replace(/\\.|[[\]$]/gs, (token) => {
    if (token === '[' || token === ']') isInClass = token === '['
    if (token === '\\s') return isInClass ? whiteSpace : `[${whiteSpace}]`
    if (isInClass) return token
    if (token === '\\S') return `[^${whiteSpace}]`
    return token === '$' && flags.includes('m') ? '(?:\\r?$)' : token
  })
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function badRegex(problem: string) {
  return badQuery(`where: $regex ${problem}`)
}

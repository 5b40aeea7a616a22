import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import { badQuery } from './bad-query.ts'
import { type Test, toText } from './compare.ts'
import type { ConditionClock } from './condition-clock.ts'

const require = createRequire(import.meta.url)
/** Loaded with the first pattern: few sites are ever asked one. */
const engine = () => (require('re2js') as typeof import('re2js')).RE2JS

const lengthMax = 1_000
const programMax = 1_000

/**
 * Compiles `"source"` or `["source", "flags"]` for an engine that takes linear time whatever the pattern.
 * Linear still leaves a factor, `.{200}` over a thousand pages would take minutes: hence the clock.
 * A missing value reads "undefined", a list its elements with commas between.
 */
export function regexTest(operand: unknown, clock: ConditionClock): Test {
  const [pattern = '', flags = ''] = Array.isArray(operand) ? operand : [operand]
  const source = String(isScalar(pattern) ? pattern : fail('must be a string or [string, flags]'))
  if (source.length > lengthMax) fail(`takes at most ${lengthMax} characters`)
  const compiled = compile(source, flagsOf(flags))
  if (compiled.programSize() > programMax) fail('is too large')
  return (value) => {
    const found = compiled.test(toText(value))
    clock.check()
    return found
  }
}

function compile(source: string, flags: number): RE2JS {
  try {
    return engine().compile(engine().translateRegExp(source), flags)
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error))
  }
}

/** `g`, `y`, `d`, `u` and `v` change nothing about whether a pattern is found. */
function flagsOf(flags: unknown): number {
  if (typeof flags !== 'string' || !/^(?!.*(.).*\1)[dgimsuvy]*$/.test(flags)) throw fail('has unknown flags')
  const { CASE_INSENSITIVE, MULTILINE, DOTALL } = engine()
  return (
    (flags.includes('i') ? CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? MULTILINE : 0) |
    (flags.includes('s') ? DOTALL : 0)
  )
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function fail(problem: string): never {
  throw badQuery(`where: $regex ${problem}`)
}

import { isSet } from '#shared/content/content-query.ts'
import { badQuery } from './bad-query.ts'
import { allOf, anyOf } from './combine.ts'
import { comparison, equality, membership, type Test, timeOf, toText } from './compare.ts'
import { isFound } from './field-reader.ts'
import { regexTest } from './regex.ts'
import type { ScanBudget } from './scan-budget.ts'

type CompileOperators = (operand: unknown) => Test
/** Compiles a condition on a list's element: operators, or a query of its fields. */
type CompileElement = (operand: Record<string, unknown>) => Test
type Compilers = { operators: CompileOperators; element: CompileElement; budget: ScanBudget }
type Operator = (operand: unknown, name: string, compile: Compilers) => Test

/** Odd values behave as in JavaScript, like Nuxt Content. */
export const operators: Readonly<Record<string, Operator>> = {
  $eq: equality,
  $ne: (operand) => not(equality(operand)),
  $gt: (operand) => comparison(operand, (value, bound) => value > bound),
  $gte: (operand) => comparison(operand, (value, bound) => value >= bound),
  $lt: (operand) => comparison(operand, (value, bound) => value < bound),
  $lte: (operand) => comparison(operand, (value, bound) => value <= bound),
  $between: (operand, name) => {
    const [low, high] = toList(operand, name)
    const above = comparison(low, (value, bound) => value >= bound)
    const below = comparison(high, (value, bound) => value <= bound)
    return (value) => value !== undefined && value !== null && above(value) && below(value)
  },
  $in: (operand, name) => membership(toList(operand, name)),
  $nin: (operand, name) => not(membership(toList(operand, name))),
  $all: (operand, name, compile) => {
    const tests = toList(operand, name).map((wanted) =>
      isElemMatch(wanted) ? compile.operators(wanted) : membership([wanted]),
    )
    return tests.length > 0 ? allOf(tests) : () => false
  },
  $contains: (operand, _name, { budget }) => {
    const tests = containsEach(operand, budget)
    return tests.length > 0 ? allOf(tests) : isContainer
  },
  $containsAny: (operand, _name, { budget }) => anyOf(containsEach(operand, budget)),
  $containsNone: (operand, _name, { budget }) => not(anyOf(containsEach(operand, budget))),
  $regex: (operand, _name, { budget }) => regexTest(operand, budget),
  $type: (operand, _name, compile) => {
    const test = orOperators(operand, compile)
    return (value) => test(typeName(value))
  },
  $size: (operand, _name, compile) => {
    const test = orOperators(operand, compile)
    return (value) => Array.isArray(value) && test(value.length)
  },
  $len: (operand, _name, compile) => {
    const test = orOperators(operand, compile)
    return (value) => typeof value === 'string' && test(value.length)
  },
  $exists: (operand) => (value) => isFound(value) === isSet(operand),
  $finite: (operand) => (value) =>
    Number.isFinite(Number(value instanceof Date ? value : toNumeric(value))) === operand,
  $keyin: (operand, name) => keyIn(operand, name),
  $nkeyin: (operand, name) => not(keyIn(operand, name)),
  $definedin: (operand, name) => keyIn(operand, name),
  $undefinedin: (operand, name) => not(keyIn(operand, name)),
  $elemMatch: (operand, name, compile) => {
    const test = compile.element(toObject(operand, name))
    return (value) => Array.isArray(value) && value.some(test)
  },
  $not: (operand, name, compile) => not(compile.operators(toObject(operand, name))),
  $and: (operand, name, compile) => allOf(branches(operand, name, compile)),
  $or: (operand, name, compile) => anyOf(branches(operand, name, compile)),
}

export function toList(operand: unknown, name: string): unknown[] {
  if (!Array.isArray(operand)) throw badQuery(`where: ${name} must be a list`)
  return operand
}

export function toObject(operand: unknown, name: string): Record<string, unknown> {
  if (typeof operand === 'object' && operand !== null && !Array.isArray(operand)) {
    return operand as Record<string, unknown>
  }
  throw badQuery(`where: ${name} must be an object`)
}

function isElemMatch(operand: unknown): boolean {
  return typeof operand === 'object' && operand !== null && Object.hasOwn(operand, '$elemMatch')
}

function not(test: Test): Test {
  return (value) => !test(value)
}

function containsEach(operand: unknown, budget: ScanBudget): Test[] {
  return [operand].flat().map((part) => contains(part, budget))
}

function isContainer(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

function contains(part: unknown, budget: ScanBudget): Test {
  budget.add(1)
  const text = toText(part)
  const time = timeOf(part)
  const sameTime = (item: unknown) => item instanceof Date && item.getTime() === time
  return (value) => {
    if (typeof value === 'string') {
      budget.check(value)
      return value.includes(text)
    }
    if (Array.isArray(value)) return value.includes(part) || (!Number.isNaN(time) && value.some(sameTime))
    return typeof value === 'object' && value !== null && Object.hasOwn(value, text)
  }
}

function branches(operand: unknown, name: string, compile: Compilers): Test[] {
  return toList(operand, name).map((item) => compile.operators(withoutRegex(toObject(item, name))))
}

/** Nuxt Content never answered this query, so it is refused. */
function withoutRegex(operand: Record<string, unknown>): Record<string, unknown> {
  if (!Object.hasOwn(operand, '$regex')) return operand
  throw badQuery(
    'where: $regex isn’t taken in a field’s $and or $or; combine fields with $and or $or instead',
  )
}

function orOperators(operand: unknown, compile: Compilers): Test {
  return typeof operand === 'object' ? compile.operators(operand ?? {}) : equality(operand)
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value instanceof Date ? 'date' : typeof value
}

function toNumeric(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? toText(value) : value
}

function keyIn(operand: unknown, name: string): Test {
  if (typeof operand !== 'object' || operand === null) throw badQuery(`where: ${name} must be an object`)
  return (value) => Object.hasOwn(operand, toText(value))
}

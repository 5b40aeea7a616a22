import { badQuery } from './bad-query.ts'
import { allOf, anyOf } from './combine.ts'
import { equality, type Test } from './compare.ts'
import { type FieldReader, isParsedField, type ParsedField, rootOf, valueReader } from './field-reader.ts'
import { operators, toList, toObject } from './operators.ts'
import { createScanBudget, type ScanBudget } from './scan-budget.ts'

export type Condition<Subject> = {
  holds: (subject: Subject) => boolean
  parsed: ParsedField[]
}

const depthMax = 100
const conditionsMax = 500

/**
 * @param hasField whether `read_time` is a field, not shorthand
 * @throws ContentQueryError 400 naming the field or operator
 */
export function compileWhere<Subject>(
  where: [string, unknown][],
  read: FieldReader<Subject>,
  hasField: (name: string) => boolean,
): Condition<Subject>[] {
  const limits = { depth: 0, spent: { conditions: 0 }, budget: createScanBudget() }
  return where.map(([key, operand]) => {
    const { field, condition } = expandShorthand(key, operand)
    // A field's name may end like an operator, such as `og_type`.
    return field !== key && hasField(key)
      ? compileEntry(key, operand, read, limits)
      : compileEntry(field, condition, read, limits)
  })
}

type Limits = { depth: number; spent: { conditions: number }; budget: ScanBudget }

function compileEntry<Subject>(
  key: string,
  operand: unknown,
  read: FieldReader<Subject>,
  limits: Limits,
): Condition<Subject> {
  spend(limits)
  if (key.startsWith('$')) return compileLogic(key, operand, read, deeper(limits))
  const value = read(key)
  const test = compileField(key, operand, limits)
  return { holds: (subject) => test(value(subject)), parsed: isParsedField(key) ? [rootOf(key)] : [] }
}

function compileLogic<Subject>(
  name: string,
  operand: unknown,
  read: FieldReader<Subject>,
  limits: Limits,
): Condition<Subject> {
  if (name === '$not') {
    const { holds, parsed } = compileAll(toObject(operand, name), read, limits)
    return { holds: (subject) => !holds(subject), parsed }
  }
  if (name !== '$and' && name !== '$or' && name !== '$nor') throw unknownOperator(name)
  const branches = toList(operand, name).map((branch) => compileAll(toObject(branch, name), read, limits))
  const parsed = branches.flatMap((branch) => branch.parsed)
  const tests = branches.map(({ holds }) => holds)
  if (name === '$and') return { holds: allOf(tests), parsed }
  const holds = anyOf(tests)
  return { holds: name === '$or' ? holds : (subject) => !holds(subject), parsed }
}

function compileAll<Subject>(
  where: Record<string, unknown>,
  read: FieldReader<Subject>,
  limits: Limits,
): Condition<Subject> {
  const entries = Object.entries(where).map(([key, operand]) => compileEntry(key, operand, read, limits))
  return {
    holds: allOf(entries.map(({ holds }) => holds)),
    parsed: entries.flatMap(({ parsed }) => parsed),
  }
}

function compileField(field: string, condition: unknown, limits: Limits): Test {
  if (typeof condition !== 'object' || condition === null) return equality(condition)
  if (Array.isArray(condition) || Object.keys(condition).length === 0) {
    throw badQuery(`where: ${field} takes a plain value or an object of operators such as { "$in": [] }`)
  }
  return compileOperators(condition, limits)
}

/** An empty object of operators matches nothing. */
function compileOperators(condition: unknown, limits: Limits): Test {
  const within = deeper(limits)
  const compile = {
    operators: (operand: unknown) => compileOperators(operand, within),
    element: (operand: Record<string, unknown>) => compileElement(operand, within),
    budget: limits.budget,
  }
  const tests = Object.entries(toObject(condition, 'a condition')).map(([name, operand]) => {
    spend(limits)
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
    if (!operator) throw unknownOperator(name)
    return operator(operand, name, compile)
  })
  return tests.length > 0 ? allOf(tests) : () => false
}

function compileElement(operand: Record<string, unknown>, limits: Limits): Test {
  if (!isOfFields(operand)) return compileOperators(operand, limits)
  const { holds } = compileAll(operand, valueReader, deeper(limits))
  // Only objects have fields; otherwise every plain value would lack one.
  return (item) => typeof item === 'object' && item !== null && holds(item)
}

const logic = ['$and', '$or', '$not']

/** `$or` of fields is a query of fields, and `$or` of operators a condition on the element itself. */
function isOfFields(query: object): boolean {
  const entries = Object.entries(query)
  return (
    entries.length === 0 ||
    entries.some(([key, operand]) => {
      if (!logic.includes(key)) return !Object.hasOwn(operators, key)
      return [operand].flat().some((part) => typeof part === 'object' && part !== null && isOfFields(part))
    })
  )
}

function deeper({ depth, ...limits }: Limits): Limits {
  if (depth >= depthMax) throw badQuery(`where: is nested deeper than ${depthMax} levels`)
  return { ...limits, depth: depth + 1 }
}

function spend({ spent }: Limits): void {
  spent.conditions += 1
  if (spent.conditions > conditionsMax) throw badQuery(`where: has more than ${conditionsMax} conditions`)
}

function unknownOperator(name: string) {
  return badQuery(`where: ${name.slice(0, 50)} is not an operator`)
}

/** Like Nuxt Content, `views_gte_x` means `views: { $gte: … }`. `read_time_gte` falls back to the last underscore. */
function expandShorthand(key: string, operand: unknown): { field: string; condition: unknown } {
  const [first = '', second] = key.split('_')
  const last = key.lastIndexOf('_')
  for (const [field, name] of [
    [first, second],
    [key.slice(0, Math.max(last, 0)), key.slice(last + 1)],
  ]) {
    if (field && Object.hasOwn(operators, `$${name}`)) return { field, condition: { [`$${name}`]: operand } }
  }
  return { field: key, condition: operand }
}

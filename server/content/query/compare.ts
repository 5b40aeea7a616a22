export type Test = (value: unknown) => boolean

type Relation = (value: number, operand: number) => boolean

/** Compares as JavaScript does, except that dates compare with ISO strings, plain dates and milliseconds. */
export function comparison(operand: unknown, holds: Relation): Test {
  const plain = toPrimitive(operand) as number
  const spelt = timeOf(operand)
  const time = Number.isNaN(spelt) ? Number(plain) : spelt
  return (value) =>
    value instanceof Date ? holds(value.getTime(), time) : holds(toPrimitive(value) as number, plain)
}

/** Strict equality, except that a date equals any spelling of its time. Lists and objects equal nothing. */
export function equality(operand: unknown): Test {
  const time = timeOf(operand)
  return (value) => (value instanceof Date ? value.getTime() === time : value === operand)
}

export function membership(operands: unknown[]): Test {
  const plain = new Set(operands)
  const times = new Set(operands.map(timeOf))
  const test: Test = (value) => (value instanceof Date ? times.has(value.getTime()) : plain.has(value))
  return (value) => test(value) || (Array.isArray(value) && value.some(test))
}

/** Milliseconds since 1970, or NaN if it isn't a time. Times without a zone are UTC. */
export function timeOf(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'number') return value
  if (value === null) return 0
  // Query strings contain numbers as text, and no year has five digits.
  if (typeof value === 'string' && /^-?\d{5,}$/.test(value)) return Number(value)
  if (typeof value !== 'string' || !/^\d{4}(-\d\d(-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?)?$/.test(value)) {
    return Number.NaN
  }
  return Date.parse(/T[\d:.]+$/.test(value) ? `${value}Z` : value)
}

/** Mimics JavaScript's comparison operators without calling the value's own methods. */
export function toPrimitive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'symbol' ? undefined : value
  if (value instanceof Date) return value.getTime()
  return toText(value)
}

/** Mimics `String(value)` without calling the value's own `toString`. */
export function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value)
  if (!Array.isArray(value)) return '[object Object]'
  return value.map((item) => (item === null || item === undefined ? '' : toText(item))).join(',')
}

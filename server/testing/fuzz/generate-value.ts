import fc from 'fast-check'
import { hostileText } from './hostile-text.ts'

/** The part of JSON Schema that the API's description uses. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  pattern?: string
}

/** Values that an operation gets far with, by the name of the member or parameter. */
export type Examples = Record<string, fc.Arbitrary<unknown>>

/** Generates what the schema takes, or nearly so. @param name of the member that it describes */
export function generateValue(schema: Schema, name: string, examples: Examples): fc.Arbitrary<unknown> {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined
  return near(example ? fc.oneof({ weight: 6, arbitrary: example }, right()) : right())

  function right(): fc.Arbitrary<unknown> {
    const { type, items, properties = {}, required = [], anyOf, oneOf = anyOf, minimum, maximum } = schema
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (oneOf) return fc.oneof(...oneOf.map((each) => generateValue(each, name, examples)))
    if (type === 'integer' || type === 'number')
      return fc.integer({
        min: Math.max(schema.exclusiveMinimum ?? minimum ?? 0, -9999),
        max: Math.min(maximum ?? 9999, 9999),
      })
    if (type === 'boolean') return fc.boolean()
    if (type === 'array') return fc.array(generateValue(items ?? {}, name, examples), { maxLength: 4 })
    if (type === 'object')
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([member, each]) => [member, generateValue(each, member, examples)]),
        ),
        { requiredKeys: required },
      )
    return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern), { maxLength: 60 }) : hostileText
  }
}

const anything = fc.anything({ maxDepth: 3, withNullPrototype: true })

/** JSON that has no text of its own, and lists without a first element. */
const neitherTextNorList = fc.constantFrom<unknown>({ toString: 1 }, {}, [], [[]], null)

/** Now and then something else than the value. */
function near<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 24, arbitrary: value },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: neitherTextNorList },
    { weight: 1, arbitrary: hostileText },
  )
}

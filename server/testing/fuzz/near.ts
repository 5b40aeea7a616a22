import fc from 'fast-check'
import { hostileText } from './hostile-text.ts'

export const anything = fc.anything({ maxDepth: 3, withNullPrototype: true })

/** JSON that has no text of its own, and lists without a first element. */
const neitherTextNorList = fc.constantFrom<unknown>({ toString: 1 }, {}, [], [[]], null)

/** Now and then something else than the value. */
export function near<Value>(value: fc.Arbitrary<Value>, weight = 24): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight, arbitrary: value },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: neitherTextNorList },
    { weight: 1, arbitrary: hostileText },
  )
}

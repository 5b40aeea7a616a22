import { type Document, isAlias, isNode, isScalar, Scalar, visit } from 'yaml'
import { toText } from '../query/compare.ts'

/** Makes text of keys that are none, as JavaScript would: `null:` is "null", `[a]:` is "a". */
export function spellKeys(document: Document.Parsed): void {
  visit(document, {
    Pair(_at, pair) {
      const { key } = pair
      if (!isNode(key) || (isScalar(key) && typeof key.value === 'string')) return
      const resolved = isAlias(key) ? key.resolve(document) : key
      const value = resolved?.toJS(document)
      // A symbol is the key that merges.
      if (typeof value !== 'symbol') pair.key = spelt(toText(value), key.range)
    },
  })
}

function spelt(text: string, range: Scalar['range']): Scalar {
  const scalar = new Scalar(text)
  scalar.range = range
  scalar.type = Scalar.QUOTE_DOUBLE
  return scalar
}

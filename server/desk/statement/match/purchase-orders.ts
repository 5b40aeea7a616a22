import { foldWords } from '../../../runtime/fold.ts'
import type { TextSpan } from './names.ts'
import type { Token } from './tokens.ts'

/** Shorter purchase orders also occur in unrelated texts. */
const shortest = 4
/** A bank's text may split a purchase order into this many pieces. */
const mostPieces = 5

const kinds: Token['kind'][] = ['word', 'number', 'order', 'account']

type Bought<Order> = { order: Order; said: TextSpan }

/** @returns orders by purchase order, without separators and leading zeros */
export function indexPurchaseOrders<Order extends { purchaseOrder: string | null }>(
  orders: Order[],
): Map<string, Order[]> {
  const named = orders.map((order) => ({ order, key: keyOf(order.purchaseOrder ?? '') }))
  const telling = named.filter(({ key }) => key.length >= shortest && /\d/.test(key))
  return new Map(
    [...Map.groupBy(telling, ({ key }) => key)].map(([key, found]) => [key, found.map(({ order }) => order)]),
  )
}

/** Buyers choose their own purchase order numbers, so a match proves nothing. */
export function findPurchaseOrders<Order>(
  text: string,
  tokens: Token[],
  index: Map<string, Order[]>,
): Bought<Order>[] {
  const found: Bought<Order>[] = []
  if (index.size === 0) return found
  const pieces = tokens.map((token) => ({
    ...token,
    key: kinds.includes(token.kind) ? keyOf(token.text) : null,
  }))
  for (const [at, first] of pieces.entries()) {
    let key = ''
    for (const token of pieces.slice(at, at + mostPieces)) {
      if (token.key === null) break
      key += token.key
      const isWhole = !isPart(text[first.start - 1]) && !isPart(text[token.end])
      const orders = isWhole ? (index.get(key) ?? []) : []
      found.push(...orders.map((order) => ({ order, said: [first.start, token.end] as TextSpan })))
    }
  }
  return found
}

function isPart(letter = ''): boolean {
  return /[\p{L}\p{N}]/u.test(letter)
}

function keyOf(text: string): string {
  return foldWords(text)
    .map(([word = '']) => word.replace(/(?<!\d)0+(?=\d)/g, ''))
    .join('')
}

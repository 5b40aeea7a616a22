import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addToCart,
  type Cart,
  countItems,
  parseCart,
  removeFromCart,
  returnToCart,
  setQuantity,
} from './cart.ts'

const solo = { sku: 'solo', qty: 1 }
const studio = { sku: 'studio', qty: 2 }

describe('add', () => {
  test('appends a new sku', () => expect(addToCart([solo], 'studio', 2)).toEqual([solo, studio]))
  test('increases the quantity of a sku that is there, in its place', () =>
    expect(addToCart([solo, studio], 'solo', 3)).toEqual([{ sku: 'solo', qty: 4 }, studio]))
  test.each([0, -1, Number.NaN, 0.5, '', 'x', null, {}])('of %j changes nothing', (qty) =>
    expect(addToCart([solo], 'solo', qty)).toEqual([solo]),
  )
})

describe('remove', () => {
  test('without an amount takes the line away', () =>
    expect(removeFromCart([solo, studio], 'studio')).toEqual([solo]))
  test('with an amount reduces', () =>
    expect(removeFromCart([studio], 'studio', 1)).toEqual([{ sku: 'studio', qty: 1 }]))
  test.each([2, 3, '2'])('of %j leaves nothing of two', (amount) =>
    expect(removeFromCart([studio], 'studio', amount)).toEqual([]),
  )
  test('of an unknown sku changes nothing', () => expect(removeFromCart([solo], 'other', 1)).toEqual([solo]))
})

describe('returning a line', () => {
  test('puts it back where it stood', () => expect(returnToCart([studio], solo, 0)).toEqual([solo, studio]))
  test('adds to the same sku when that is there again', () =>
    expect(returnToCart([{ sku: 'solo', qty: 3 }], solo, 0)).toEqual([{ sku: 'solo', qty: 4 }]))
  test('ends the list where that has become shorter', () => expect(returnToCart([], solo, 5)).toEqual([solo]))
})

test('set replaces the quantity, and zero removes', () => {
  expect(setQuantity([solo, studio], 'solo', '7')).toEqual([{ sku: 'solo', qty: 7 }, studio])
  expect(setQuantity([solo], 'solo', 0)).toEqual([])
})

describe('a stored cart', () => {
  test('of the previous site is read as it is', () =>
    expect(parseCart('[{"sku":"solo","qty":"2"},{"sku":"studio","qty":1}]')).toEqual([
      { sku: 'solo', qty: 2 },
      { sku: 'studio', qty: 1 },
    ]))
  test('keeps what is valid', () =>
    expect(
      parseCart(
        '[null,1,{"sku":5,"qty":1},{"sku":"c","qty":1e400},{"sku":"a","qty":-1},{"sku":"b","qty":1.9},{"qty":1}]',
      ),
    ).toEqual([{ sku: 'b', qty: 1 }]))
  test.each(['', '{', 'null', '{}', '"x"', '5', '{"state":{"cart":[]}}'])(
    'of another shape is empty: %s',
    (text) => expect(parseCart(text)).toEqual([]),
  )
  test('keeps all its lines, even more than may be added', () => {
    const lines = Array.from({ length: 100 }, (_, index) => ({ sku: `product-${index}`, qty: 1 }))
    expect(parseCart(JSON.stringify(lines))).toEqual(lines)
  })
  test('that is not there is empty', () => expect(parseCart(null)).toEqual([]))
})

const anything = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.string(),
  fc.constantFrom(null, undefined, {}, [], true, '2', '1e3'),
)
const sku = fc.constantFrom('a', 'b', 'c', '')
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), sku, amount: anything }),
  fc.record({ kind: fc.constant('remove' as const), sku, amount: anything }),
  fc.record({ kind: fc.constant('set' as const), sku, amount: anything }),
)

test('no sequence of changes makes a quantity that is not a positive integer, or a sku that stands twice', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const cart = changes.reduce<Cart>((before, { kind, sku, amount }) => {
        if (kind === 'add') return addToCart(before, sku, amount)
        return kind === 'remove' ? removeFromCart(before, sku, amount) : setQuantity(before, sku, amount)
      }, [])
      for (const { qty } of cart) expect(Number.isSafeInteger(qty) && qty > 0).toBe(true)
      expect(new Set(cart.map((line) => line.sku)).size).toBe(cart.length)
      expect(Number.isSafeInteger(countItems(cart))).toBe(true)
      expect(parseCart(JSON.stringify(cart))).toEqual(cart)
    }),
  )
})

test('any text at all is some cart', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(Array.isArray(parseCart(text))).toBe(true)
    }),
  )
})

test('adding and removing the same amount ends where it began', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }), (had, amount) => {
      const cart = [{ sku: 'a', qty: had }]
      expect(removeFromCart(addToCart(cart, 'a', amount), 'a', amount)).toEqual(cart)
    }),
  )
})

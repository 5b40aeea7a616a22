import { beforeEach, expect, test, vi } from 'vitest'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: storage(), localStorage: storage() })
})

type Attempts = typeof import('./order-attempts.ts')
const keyOf = ({ attemptOf }: Pick<Attempts, 'attemptOf'>, sent: object) => attemptOf(sent).key

/** Imitates a reload: modules start again, storage stays. */
async function load() {
  vi.resetModules()
  return import('./order-attempts.ts')
}

const body = { items: [{ sku: 'solo', qty: 1 }], verification: 'first' }

test('the same body has the same key, whatever its verification, also after a reload and in another tab', async () => {
  const key = keyOf(await load(), body)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf(await load(), { ...body, verification: 'second' })).toBe(key)
  vi.stubGlobal('window', { sessionStorage: storage(), localStorage: window.localStorage })
  expect(keyOf(await load(), body)).toBe(key)
})

test('what anything else stored under its name doesn’t keep an order back', async () => {
  window.localStorage.setItem('orderAttempts', '{"of":"something else"}')
  expect(keyOf(await load(), body)).toMatch(/^[0-9a-f]{32}$/)
})

test('nothing of a body is stored', async () => {
  keyOf(await load(), body)
  expect(window.localStorage.getItem('orderAttempts')).not.toContain('solo')
})

test('another body has another key, and leaves the first its own', async () => {
  const attempts = await load()
  const key = keyOf(attempts, body)
  expect(keyOf(attempts, { ...body, items: [] })).not.toBe(key)
  expect(keyOf(attempts, body)).toBe(key)
})

test('a forgotten attempt is followed by a new one, and forgetting another changes nothing', async () => {
  const attempts = await load()
  const { forgetAttempt } = attempts
  const key = keyOf(attempts, body)
  forgetAttempt('another')
  expect(keyOf(attempts, body)).toBe(key)
  forgetAttempt(key)
  expect(keyOf(attempts, body)).not.toBe(key)
})

test('where storage is refused an attempt lives as long as the page', async () => {
  vi.stubGlobal('window', {
    get localStorage(): Storage {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  const attempts = await load()
  expect(keyOf(attempts, body)).toBe(keyOf(attempts, body))
})

test('so does one that a full storage doesn’t take', async () => {
  const { setItem } = window.localStorage
  setItem('orderAttempts', '[]')
  window.localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const attempts = await load()
  const key = keyOf(attempts, body)
  expect(keyOf(attempts, body)).toBe(key)
  attempts.rememberPlaced(key, 'ord_1', body.items)
  setItem('orderAttempts', '[{"key":"of another tab","order":"ord_2"}]')
  expect(attempts.placedOrders()).toEqual(['ord_2', 'ord_1'])
})

test('a placed order gives its cart once, and only its own, and is resumed until then', async () => {
  const attempts = await load()
  const { attemptOf, rememberPlaced, placedOrders, takePlaced } = attempts
  const key = keyOf(attempts, body)
  expect(attemptOf(body).order).toBeUndefined()
  rememberPlaced(key, 'ord_1', body.items)
  expect(attemptOf(body)).toMatchObject({ key, order: 'ord_1' })
  expect(placedOrders()).toEqual(['ord_1'])
  expect(takePlaced('ord_2')).toBeNull()
  expect((await load()).takePlaced('ord_1')).toEqual(body.items)
  expect(takePlaced('ord_1')).toBeNull()
  expect(placedOrders()).toEqual([])
  expect(keyOf(attempts, body)).not.toBe(key)
})

test('only the last few tries and orders are remembered, and tries leave the orders alone', async () => {
  const attempts = await load()
  const of = (qty: number) => keyOf(attempts, { items: [{ sku: 'solo', qty }] })
  attempts.rememberPlaced(of(0), 'ord_1', [])
  const keys = Array.from({ length: 5 }, (_, index) => of(index + 1))
  expect(of(2)).toBe(keys[1])
  expect(of(1)).not.toBe(keys[0])
  expect(attempts.takePlaced('ord_1')).toEqual([])
  for (let qty = 10; qty < 16; qty++) attempts.rememberPlaced(of(qty), `ord_${qty}`, [])
  expect(attempts.placedOrders()).toEqual(['ord_11', 'ord_12', 'ord_13', 'ord_14', 'ord_15'])
})

test('bodies that differ in half of a character have other keys', async () => {
  const attempts = await load()
  expect(keyOf(attempts, { name: '𠮷' })).not.toBe(keyOf(attempts, { name: '𠮶' }))
})

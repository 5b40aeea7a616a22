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

/** Imitates a reload: modules start again, storage stays. */
async function load() {
  vi.resetModules()
  return { ...(await import('./attempt.ts')), ...(await import('./placed-orders.ts')) }
}

const body = { items: [{ sku: 'solo', qty: 1 }], verification: 'first' }

test('the same body has the same key, whatever its verification, also after a reload', async () => {
  const key = (await load()).attemptKey(body)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect((await load()).attemptKey({ ...body, verification: 'second' })).toBe(key)
})

test('another body has another key', async () => {
  const { attemptKey } = await load()
  expect(attemptKey({ ...body, items: [] })).not.toBe(attemptKey(body))
})

test('a forgotten attempt is followed by a new one, and forgetting another changes nothing', async () => {
  const { attemptKey, forgetAttempt } = await load()
  const key = attemptKey(body)
  forgetAttempt('another')
  expect(attemptKey(body)).toBe(key)
  forgetAttempt(key)
  expect(attemptKey(body)).not.toBe(key)
})

test('where storage is refused an attempt lives as long as the page', async () => {
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  const { attemptKey } = await load()
  expect(attemptKey(body)).toBe(attemptKey(body))
})

test('a placed order gives its cart once, and only its own', async () => {
  const { rememberPlaced, takePlaced } = await load()
  const placed = { items: body.items, attempt: 'key' }
  rememberPlaced('ord_1', placed)
  expect(takePlaced('ord_2')).toBeNull()
  expect((await load()).takePlaced('ord_1')).toEqual(placed)
  expect(takePlaced('ord_1')).toBeNull()
})

test('only the last few orders are remembered', async () => {
  const { rememberPlaced, takePlaced } = await load()
  for (let order = 1; order <= 7; order++)
    rememberPlaced(`ord_${order}`, { items: [], attempt: String(order) })
  expect(takePlaced('ord_2')).toBeNull()
  expect(takePlaced('ord_3')).not.toBeNull()
  expect(takePlaced('ord_7')).not.toBeNull()
})

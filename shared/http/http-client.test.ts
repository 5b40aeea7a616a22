import { expect, test, vi } from 'vitest'
import { createHttpClient, HttpError } from './http-client.ts'

function answering(status: number, text: string) {
  return vi.fn(
    async (_address: string, _init: { method: string; headers: Record<string, string>; body?: string }) => ({
      ok: status < 400,
      status,
      text: async () => text,
    }),
  )
}

test('puts the base address before the path and parses the answer', async () => {
  const fetch = answering(200, '{"a":1}')
  expect(await createHttpClient('https://api.example', fetch).get('/x')).toEqual({ a: 1 })
  expect(fetch.mock.calls[0]?.[0]).toBe('https://api.example/x')
})

test('posts JSON', async () => {
  const fetch = answering(201, '{}')
  await createHttpClient('', fetch).post('/x', { b: 2 }, { 'idempotency-key': 'k' })
  expect(fetch.mock.calls[0]?.[1]).toEqual({
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: '{"b":2}',
  })
})

test.each([
  ['{"code":"gone"}', { code: 'gone' }],
  ['<h1>no JSON</h1>', '<h1>no JSON</h1>'],
])(
  'an answer that is not OK throws with status code and body, and is not asked for again: %s',
  async (text, body) => {
    const fetch = answering(503, text)
    const failure = await createHttpClient('', fetch)
      .get('/x')
      .catch((error) => error)
    expect(failure).toBeInstanceOf(HttpError)
    expect(failure).toMatchObject({ statusCode: 503, body })
    expect(fetch).toHaveBeenCalledOnce()
  },
)

test('an OK answer that is cut, or a login page in its place, is none', async () => {
  for (const text of ['<html>Log in', '{"a":', '']) {
    await expect(createHttpClient('', answering(200, text)).post('/x', {})).rejects.toThrow(SyntaxError)
  }
})

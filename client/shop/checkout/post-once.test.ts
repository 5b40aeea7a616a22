import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HttpClient, HttpError } from '#shared/http/http-client.ts'
import { postOnce } from './post-once.ts'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

/** Gives these answers in turn, and repeats the last one. */
function answering(...answers: unknown[]) {
  const triedAt: number[] = []
  const http: HttpClient = {
    get: () => Promise.reject(new Error('not asked for')),
    async post() {
      const answer = answers[Math.min(triedAt.length, answers.length - 1)]
      triedAt.push(Date.now() / 1000)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { http, triedAt }
}

function refusal(code: string, retryAfter: number | null) {
  return new HttpError('POST', '/api/checkout', 409, { code }, retryAfter)
}

test('an order that is being placed is asked for ever less often, until its key is free for sure', async () => {
  const { http, triedAt } = answering(refusal('in_progress', 1000))
  const sent = expect(postOnce(http, '/api/checkout', {}, 'key')).rejects.toThrow('409')
  await vi.runAllTimersAsync()
  await sent
  expect(triedAt).toEqual([0, 1, 3, 7, 15, 23, 31, 39])
})

test('the server may ask for more patience', async () => {
  const { http, triedAt } = answering(refusal('in_progress', 5000), 'placed')
  const sent = postOnce(http, '/api/checkout', {}, 'key')
  await vi.runAllTimersAsync()
  expect(await sent).toBe('placed')
  expect(triedAt).toEqual([0, 5])
})

test('nothing else is tried again', async () => {
  const { http, triedAt } = answering(refusal('price_changed', null))
  await expect(postOnce(http, '/api/checkout', {}, 'key')).rejects.toThrow('409')
  expect(triedAt).toEqual([0])
})

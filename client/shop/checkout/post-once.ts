import { type HttpClient, HttpError } from '#shared/http/http-client.ts'
import { codeOf } from './explain-failure.ts'

/** Longer than the server blocks the key of a failed request. */
const patienceMs = 40_000

/** The waits are 1, 2, 4 and then 8 seconds. */
const firstWaitMs = 1000
const longestWaitMs = 8000

/**
 * Retries while the same request is still in progress.
 * @throws HttpError
 */
export async function postOnce<Answer>(
  http: HttpClient,
  address: string,
  body: object,
  key: string,
): Promise<Answer> {
  let waited = 0
  for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      return (await http.post(address, body, { 'idempotency-key': key })) as Answer
    } catch (error) {
      const asked = error instanceof HttpError ? error.retryAfter : null
      const ms = Math.max(wait, asked ?? 0)
      waited += ms
      if (codeOf(error) !== 'in_progress' || waited > patienceMs) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
}

import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type Tally = {
  requests: number
  /** Not answered, or asked to come again: sent once more. */
  repeated: number
}

type Sending = {
  path: string
  /** Made anew for each try: a verification token is good for one. */
  body?: () => unknown
  headers?: Record<string, string>
  /** Statuses beside 2xx that are an answer. */
  accepted?: number[]
}

/** What a client does that isn't answered: it sends the same again, perhaps to another process. */
export type Send = <Answer>(sending: Sending) => Promise<Answer>

const triesMax = 300

/**
 * @param address of any process of the site
 * @param tally is counted up
 */
export function createSend(address: () => string, tally: Tally): Send {
  return async <Answer>(sending: Sending) => {
    for (let tries = 1; ; tries++) {
      tally.requests += 1
      try {
        return (await send(address(), sending)) as Answer
      } catch (error) {
        if (error instanceof Refused || tries === triesMax) throw error
      }
      tally.repeated += 1
      await sleep(randomInt(50, 300))
    }
  }
}

/** Not what the site promises of a well-made request. */
class Refused extends Error {}

async function send(address: string, { path, body, headers, accepted = [] }: Sending): Promise<unknown> {
  const content = body?.()
  const response = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: typeof content === 'string' ? content : JSON.stringify(content) }),
    signal: AbortSignal.timeout(30_000),
  })
  const answer = await response.json()
  if (response.ok || accepted.includes(response.status)) return answer
  const again = response.status === 503 || (response.status === 409 && answer.code === 'in_progress')
  if (again) throw new Error('later')
  throw new Refused(`${path}: ${response.status} ${JSON.stringify(answer)}`)
}

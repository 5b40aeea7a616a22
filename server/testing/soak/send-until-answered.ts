import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type Tally = {
  requests: number
  /** Requests sent again, because they weren't answered or were told to retry. */
  repeated: number
}

type Sending = {
  path: string
  /** Called for each try, because a verification token works once. */
  body?: () => unknown
  headers?: Record<string, string>
  accepted?: number[]
}

export type Send = <Answer>(sending: Sending) => Promise<Answer>

const triesMax = 300

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

import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { expect, test, vi } from 'vitest'
import { spawnSite } from '../support/spawn-site.ts'

const paths = [
  '/',
  '/pricing',
  '/legal/terms?x=1',
  '/api/pricing',
  '/_content/releases?only=version',
  '/downloads',
]

test.each([
  ['SIGINT', 'SIGTERM', 1],
  ['SIGTERM', 'SIGINT', 2],
] as const)(
  '%s, then %s fail no request of ten kept-alive clients, and reset none of ten without keep-alive (%i process)',
  async (signal, other, workers) => {
    const { address, child } = await startSite(workers)
    const [kept, opened] = [statusesOfTen(), statusesOfTen()]
    const keeping = kept.map(async (statuses, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let count = client; ; count++) {
        const answer = await ask(`${address}${paths[count % paths.length]}`, agent)
        statuses.push(answer.status)
        if (answer.isLast) return agent.destroy()
      }
    })
    const opening = opened.map(async (statuses) => {
      const agent = new Agent({ keepAlive: false })
      for (;;) {
        const { status } = await ask(`${address}/pricing`, agent)
        statuses.push(status)
        if (status !== 200) return
      }
    })
    // Shutdown gives unaccepted connections no last answer, so all must be busy first.
    const idle = () => [...kept, ...opened].filter((statuses) => statuses.length === 0)
    await vi.waitFor(() => expect(idle()).toEqual([]), 60_000)
    const exit = once(child, 'exit')
    child.kill(signal)
    child.kill(other)
    await Promise.all([...keeping, ...opening])
    expect(await exit).toEqual([0, null])
    expect(new Set(kept.flat())).toEqual(new Set([200]))
    // A proxy repeats a refused connection elsewhere. A reset one may have lost a request.
    const ends = opened.flat().filter((status) => status !== 200)
    expect(ends).toEqual(opened.map(() => 'ECONNREFUSED'))
  },
)

function statusesOfTen(): Status[][] {
  return Array.from({ length: 10 }, () => [])
}

async function startSite(workers: number) {
  const { listening, child } = spawnSite({
    DATA_DIR: 'test-results/data',
    ...(workers > 1 && { WEB_CONCURRENCY: String(workers) }),
  })
  await vi.waitFor(() => expect(listening).toHaveLength(workers), 60_000)
  return { address: String(listening[0]?.address), child }
}

/** A response's, or the code of an error without one. */
type Status = number | string

type Answer = { status: Status; isLast: boolean }

/** A connection ends with a failure, or with an answer that says so. */
function ask(address: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = ({ code, message }: NodeJS.ErrnoException) =>
      resolve({ status: code ?? message, isLast: true })
    get(address, { agent }, (answer) => {
      const { statusCode = 0, headers } = answer
      answer
        .on('error', fail)
        .on('end', () => resolve({ status: statusCode, isLast: headers.connection === 'close' }))
      answer.resume()
    }).on('error', fail)
  })
}

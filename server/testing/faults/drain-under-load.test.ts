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

test.each([1, 2])(
  'SIGTERM with ten kept-alive clients at work fails not one request, and resets none of ten that open a connection for each (%i process)',
  async (workers) => {
    const { address, stop } = await startSite(workers)
    const kept: (number | string)[] = []
    const opened: (number | string)[] = []
    const keeping = Array.from({ length: 10 }, async (_, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let count = client; ; count++) {
        const answer = await ask(`${address}${paths[count % paths.length]}`, agent)
        kept.push(answer.status)
        if (answer.isLast) return agent.destroy()
      }
    })
    const opening = Array.from({ length: 10 }, async () => {
      const agent = new Agent({ keepAlive: false })
      for (;;) {
        const { status } = await ask(`${address}/pricing`, agent)
        opened.push(status)
        if (status !== 200) return
      }
    })
    // Shutdown gives unaccepted connections no last answer, so all must be busy first.
    await vi.waitFor(() => expect(kept.length).toBeGreaterThan(10 * 3), 60_000)
    await vi.waitFor(() => expect(opened.length).toBeGreaterThan(10 * 3), 60_000)
    const exit = stop()
    await Promise.all([...keeping, ...opening])
    expect(await exit).toEqual([0, null])
    expect(new Set(kept)).toEqual(new Set([200]))
    // A proxy repeats a refused connection elsewhere. A reset one may have lost a request.
    const ends = opened.filter((answer) => answer !== 200)
    expect(ends).toEqual(opening.map(() => 'ECONNREFUSED'))
  },
)

async function startSite(workers: number) {
  const { listening, stop } = spawnSite({
    DATA_DIR: 'test-results/data',
    ...(workers > 1 && { WEB_CONCURRENCY: String(workers) }),
  })
  await vi.waitFor(() => expect(listening).toHaveLength(workers), 60_000)
  return { address: String(listening[0]?.address), stop }
}

type Answer = { status: number | string; isLast: boolean }

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

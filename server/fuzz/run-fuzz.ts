import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { type FuzzRequest, generateRequest } from './generate-request.ts'
import { type FuzzAnswer, judge } from './judge.ts'

export type FuzzReport = {
  requests: number
  /** How many answers there were of each status. */
  statuses: Record<number, number>
}

/** An answer that takes longer hangs, in milliseconds. */
const patience = 10_000

const concurrency = 8

/**
 * Sends generated requests until the time is over.
 * @throws Error with the smallest request that still fails, and the seed that finds it again
 */
export async function runFuzz(
  address: string,
  { seconds, seed }: { seconds: number; seed: number },
): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {} }
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const check = async (made: FuzzRequest) => {
    const answer = await send(address, made, agent)
    report.requests += 1
    report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1
    const fault = judge(made, answer)
    if (fault) throw new Error(`${fault}: ${JSON.stringify(made).slice(0, 2000)}`)
  }
  const several = fc.array(generateRequest(), { minLength: 1, maxLength: concurrency })
  const property = fc.asyncProperty(
    several,
    async (requests) => void (await Promise.all(requests.map(check))),
  )
  try {
    await fc.assert(property, {
      seed,
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: seconds * 1000,
      markInterruptAsFailure: false,
    })
  } finally {
    agent.destroy()
  }
  return report
}

function send(
  address: string,
  { method, path, headers, body }: FuzzRequest,
  agent: Agent,
): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = {
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...length },
      timeout: patience,
    }
    const sent = request(options, (response) => {
      const type = response.headers['content-type']?.split(';')[0] ?? ''
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, type, text: body }), reject)
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${patience} ms`)))
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

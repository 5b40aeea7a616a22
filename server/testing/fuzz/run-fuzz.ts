import fc from 'fast-check'
import { exchange } from './exchange.ts'
import { describeFlight, type Flight, generateFlight } from './generate-request.ts'
import { judgeFlight } from './judge.ts'
import { type Loop, requireShortTurns } from './require-short-turns.ts'
import type { FuzzCustomer } from './seed-customer.ts'

type FuzzReport = {
  requests: number
  statuses: Record<number, number>
  /** CPU milliseconds of the site's longest turn; 0 without a loop to watch. */
  longestTurn: number
}

const concurrency = 8

type Options = {
  seed: number
  customer: FuzzCustomer
  seconds?: number
  batches?: number
  loop?: Loop
}

/** @throws Error with the smallest flights that still fail, and the seed and path that reproduce them */
export async function runFuzz(
  address: string,
  { seed, customer, seconds, batches = Number.MAX_SAFE_INTEGER, loop }: Options,
): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, longestTurn: 0 }
  const send = async (flight: Flight) => {
    const answers = await exchange(address, flight)
    report.requests += flight.length
    for (const { status } of answers) report.statuses[status] = (report.statuses[status] ?? 0) + 1
    return answers
  }
  const check = async (flight: Flight) => {
    const fault = judgeFlight(flight, await send(flight))
    if (fault) throw new Error(`${fault}: ${describeFlight(flight)}`)
  }
  const property = fc.asyncProperty(
    fc.array(generateFlight(customer), { minLength: 1, maxLength: concurrency }),
    async (flights) => {
      await Promise.all(flights.map(check))
      if (!loop) return
      report.longestTurn = Math.max(report.longestTurn, await requireShortTurns(flights, send, loop))
    },
  )
  await loop?.longestTurn()
  const { errorInstance, counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: batches,
    ...(seconds !== undefined && { interruptAfterTimeLimit: seconds * 1000 }),
  })
  // fast-check's own report would repeat whole bodies.
  if (errorInstance) throw new Error(`seed ${seed}, path ${counterexamplePath}`, { cause: errorInstance })
  return report
}

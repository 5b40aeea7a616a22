import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext, Data } from '../../context.ts'
import { isUnavailable, reasonOf } from '../db/is-unavailable.ts'
import type { Log } from '../log.ts'
import { singleFlight } from '../single-flight.ts'
import { succeeds } from '../succeeds.ts'

/** A log that reports an outage of the database in two lines, however many jobs fail. */
type OutageLog = { log: Log; stop(): void }

/**
 * An outage begins with an error while the database accepts no writes, or its disk is full.
 * @param everyMs pause between pings during an outage
 */
export function createOutageLog(
  { database, log }: Data & Pick<AppContext, 'log'>,
  everyMs = 1_000,
): OutageLog {
  const stopping = new AbortController()
  let isDown = false
  // Jobs that fail at once share one ping.
  const answers = singleFlight(() =>
    succeeds(Promise.all([database.requireWrites(), database.checkRoom?.()])),
  )

  async function report(err: unknown, write: () => void): Promise<void> {
    if (isDown) return
    if (await answers()) return write()
    if (isDown) return
    isDown = true
    await follow(err)
    isDown = false
  }

  async function follow(err: unknown): Promise<void> {
    const start = performance.now()
    log.error({ code: Object(err).code, reason: reasonOf(err) }, 'the database doesn’t answer')
    do {
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
    } while (!(await answers()))
    const seconds = Math.round((performance.now() - start) / 1000)
    log.info({ seconds }, 'the database answers again')
  }

  const own = log.child({})
  own.error = (...line: Parameters<Log['error']>) => {
    const { err } = Object(line[0])
    const write = () => log.error(...line)
    if (isUnavailable(err)) void report(err, write)
    else write()
  }
  return { log: own, stop: () => stopping.abort() }
}

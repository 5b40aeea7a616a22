import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db } from '../../runtime/db/database.ts'

/** After a failure each process counts alone for this long, before it asks the database again. */
const pauseMs = 5000

/**
 * Adapts PostgreSQL to rate-limiter-flexible.
 * @param patienceMs time after which it rejects, so that counting never delays a request
 */
export function createSharedStore(db: Db, patienceMs: number) {
  let pausedUntil = 0
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      if (performance.now() < pausedUntil) throw new Error('the database of rate limits is away')
      const answered = new AbortController()
      try {
        const { rows } = await Promise.race([
          db.executeQuery(CompiledQuery.raw(text, values)),
          sleep(patienceMs, undefined, { signal: answered.signal, ref: false }).then(() => {
            throw new Error('the database of rate limits is slow')
          }),
        ])
        return { rows, rowCount: rows.length }
      } catch (error) {
        pausedUntil = performance.now() + pauseMs
        throw error
      } finally {
        answered.abort()
      }
    },
  }
}

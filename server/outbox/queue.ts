import type { ExpressionBuilder } from 'kysely'
import { recordAudit } from '../audit.ts'
import type { Db, Trx } from '../db/database.ts'
import type { QueueRow } from '../db/rows/queue.ts'
import type { Schema } from '../db/schema.ts'
import { newId } from '../ids.ts'
import type { Moment } from '../moment.ts'

type QueueTable = 'mails' | 'webhook_deliveries'

/** Everything of a queued row that isn't about its sending. */
export type Queued<Row> = Omit<Row, Exclude<keyof QueueRow, 'id' | 'dedupe_key'>>

/** How an attempt ended. A row without a status is tried again at `next_attempt_at`. */
export type AttemptEnd = Partial<Pick<QueueRow, 'status' | 'sent_at' | 'last_error' | 'next_attempt_at'>>

export type QueueFilter = { status?: QueueRow['status'] | undefined; limit: number }

export type Queue<Row extends QueueRow = QueueRow> = ReturnType<typeof openQueue<QueueTable, Row>>

/**
 * A table whose rows wait to be sent. Several workers share it: each leases a row before an attempt, so a row whose worker
 * died is taken over when the lease runs out.
 * @param options `leaseMs`: longer than an attempt can take; `retried`: the audit trail's word for a retry by hand
 */
export function openQueue<Table extends QueueTable, Row extends QueueRow = Schema[Table]>(
  name: Table,
  { leaseMs, retried }: { leaseMs: number; retried: string },
) {
  // Kysely needs one table's name; nothing here uses a column that the others lack.
  const table = name as 'mails'

  return {
    leaseMs,

    /**
     * Runs in the transaction of the row's reason. A dedupe key that is known already changes nothing.
     * @param from nothing is sent before then
     * @returns whether the row is a new one
     */
    async enqueue(trx: Db, content: Queued<Row>, from: Date): Promise<boolean> {
      const row = {
        ...content,
        status: 'queued',
        attempts: 0,
        next_attempt_at: from.toISOString(),
        leased_until: null,
        lease: null,
        last_error: null,
        created_at: from.toISOString(),
        sent_at: null,
      }
      const inserted = await trx
        .insertInto(table)
        .values(row as unknown as Schema['mails'])
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    /**
     * Takes the row that has been due longest, for this worker alone. The attempt counts at once, so a row that ends its
     * process each time is given up too.
     * @returns null when nothing is due
     */
    async lease(db: Db, { now, random }: Moment): Promise<Row | null> {
      const due = dueAt(now)
      const lease = newId('lease', random)
      const leased_until = new Date(now.getTime() + leaseMs).toISOString()
      for (;;) {
        const candidates = await db
          .selectFrom(table)
          .select('id')
          .where(due)
          .orderBy('next_attempt_at')
          .limit(20)
          .execute()
        if (candidates.length === 0) return null
        for (const { id } of candidates) {
          // The condition is repeated, so only one of several workers changes the row.
          const taken = await db
            .updateTable(table)
            .set(({ eb }) => ({ lease, leased_until, attempts: eb('attempts', '+', 1) }))
            .where('id', '=', id)
            .where(due)
            .returningAll()
            .executeTakeFirst()
          if (taken) return taken as unknown as Row
        }
      }
    },

    /**
     * Settles an attempt and ends its lease. A row that was sent stays sent, even where the lease had run out.
     * @returns false where another worker has taken the row over
     */
    async settle(db: Db, { id, lease }: Pick<QueueRow, 'id' | 'lease'>, end: AttemptEnd): Promise<boolean> {
      const settled = await db
        .updateTable(table)
        .set({ ...end, lease: null, leased_until: null })
        .where('id', '=', id)
        .$if(end.status !== 'sent', (query) => query.where('lease', '=', lease))
        .returning('id')
        .executeTakeFirst()
      return settled !== undefined
    },

    /** The latest first. */
    async list(db: Db, { status, limit }: QueueFilter): Promise<Row[]> {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where((eb) => (status ? eb('status', '=', status) : eb.lit(true)))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows as unknown as Row[]
    },

    /**
     * Makes rows due now, with all their attempts before them again. A row that is to wait for its time still does, and one
     * that a worker has in hand stays there.
     * @returns the ids that were found; what was sent isn't sent again
     */
    retry(
      db: Db,
      which: { ids: string[] } | 'dead',
      { who, ...moment }: Moment & { who: string },
    ): Promise<string[]> {
      const now = moment.now.toISOString()
      return db.transaction().execute(async (trx: Trx) => {
        const rows = await trx
          .updateTable(table)
          .set(({ eb, ref }) => ({
            status: 'queued',
            attempts: 0,
            next_attempt_at: eb.case().when('created_at', '>', now).then(ref('created_at')).else(now).end(),
          }))
          .where(({ eb }) => (which === 'dead' ? eb('status', '=', 'dead') : eb('id', 'in', which.ids)))
          .where('status', '!=', 'sent')
          .returning('id')
          .execute()
        for (const { id: subject } of rows) await recordAudit(trx, { who, act: retried, subject }, moment)
        return rows.map(({ id }) => id)
      })
    },
  }
}

function dueAt(now: Date) {
  const time = now.toISOString()
  return ({ eb, and, or }: ExpressionBuilder<Schema, 'mails'>) =>
    and([
      eb('status', '=', 'queued'),
      eb('next_attempt_at', '<=', time),
      or([eb('leased_until', 'is', null), eb('leased_until', '<=', time)]),
    ])
}

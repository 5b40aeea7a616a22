import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { AuditAct } from '#shared/desk/audit-words.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { QueueRow } from '../../runtime/db/rows/queue.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import { randomId } from '../../runtime/ids.ts'
import type { Acting, Moment } from '../../runtime/moment.ts'

type QueueTable = 'mails' | 'webhook_deliveries'

type Queued<Row> = Omit<Row, Exclude<keyof QueueRow, 'id' | 'dedupe_key'>>

/** Without a status, the row is retried at `next_attempt_at`. */
type AttemptEnd = Partial<Pick<QueueRow, 'status' | 'sent_at' | 'last_error' | 'next_attempt_at'>> &
  Partial<Pick<Schema['mails'], 'sent_copy'>>

/** `retried` rows were tried and are waiting for another attempt. */
export const queueStates = ['queued', 'retried', 'sent', 'dead', 'aside'] as const

export type QueueState = (typeof queueStates)[number]

export type QueueFilter = { status?: QueueState | undefined; limit: number }

/** Rows by id, all that were given up, or all that are queued. */
export type Retried = { ids: string[] } | 'dead' | 'queued'

export type Queue<Row extends QueueRow = QueueRow> = ReturnType<typeof openQueue<QueueTable, Row>>

/** SQLite uses the index of unsent rows only if the query repeats its condition. */
export function isUnsent(table: QueueTable) {
  return sql<boolean>`${sql.ref(`${table}.status`)} <> 'sent'`
}

export function ofState(table: QueueTable, state: QueueState) {
  const name = (column: string) => sql.ref(`${table}.${column}`)
  const status = sql<boolean>`${name('status')} = ${state === 'retried' ? 'queued' : state}`
  if (state === 'sent') return status
  const tried = state === 'retried' ? sql`and ${name('attempts')} > 0` : sql``
  return sql<boolean>`(${status} and ${isUnsent(table)} ${tried})`
}

/**
 * @param options `leaseMs` must exceed an attempt, because other workers take over expired leases; `retried`
 * is the audit act
 */
export function openQueue<Table extends QueueTable, Row extends QueueRow = Schema[Table]>(
  name: Table,
  { leaseMs, retried }: { leaseMs: number; retried: AuditAct },
) {
  // Kysely needs one table's name; this code uses only shared columns.
  const table = name as 'mails'

  return {
    leaseMs,

    /**
     * Call it in the transaction of the cause.
     * @param from earliest sending
     * @returns false for a known dedupe key
     */
    async enqueue(trx: Db, content: Queued<Row>, from: Date): Promise<boolean> {
      const row = {
        ...content,
        status: 'queued',
        attempts: 0,
        next_attempt_at: from.toISOString(),
        created_at: from.toISOString(),
      }
      const inserted = await trx
        .insertInto(table)
        .values(row as unknown as Schema['mails'])
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    /** Counts the attempt first, because a row may crash its process. @returns null if none is due */
    async lease(
      db: Db,
      { now, random }: Moment,
      only: Expression<SqlBool> = sql.lit(true),
    ): Promise<Row | null> {
      const due = dueAt(now)
      const lease = randomId('lease', random)
      const leased_until = new Date(now.getTime() + leaseMs).toISOString()
      for (;;) {
        const candidates = await db
          .selectFrom(table)
          .select('id')
          .where(due)
          .where(only)
          .orderBy('next_attempt_at')
          .orderBy('id')
          .limit(20)
          .execute()
        if (candidates.length === 0) return null
        for (const { id } of candidates) {
          // Repeating the condition lets only one of several workers take the row.
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

    /** A sent row stays sent, even after its lease. @returns false if another worker has taken over */
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

    async list(db: Db, { status, limit }: QueueFilter): Promise<Row[]> {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .$if(status !== undefined, (query) => query.where(ofState(name, status as QueueState)))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows as unknown as Row[]
    },

    /**
     * Makes unsent rows due now, with all attempts again. Skips leased and future rows.
     * @returns the ids found among `only`
     */
    retry(
      db: Db,
      which: Retried,
      { who, ...moment }: Acting,
      only: Expression<SqlBool> = sql.lit(true),
    ): Promise<string[]> {
      const now = moment.now.toISOString()
      return db.transaction().execute(async (trx: Trx) => {
        const rows = await trx
          .updateTable(table)
          .set(({ eb, ref }) => ({
            status: 'queued',
            attempts: 0,
            retried_at: now,
            next_attempt_at: eb.case().when('created_at', '>', now).then(ref('created_at')).else(now).end(),
          }))
          .where(({ eb }) =>
            typeof which === 'string' ? eb('status', '=', which) : eb('id', 'in', which.ids),
          )
          .where(isUnsent(name))
          .where(only)
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

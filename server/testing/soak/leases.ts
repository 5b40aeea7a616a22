import type { Db } from '../../runtime/db/database.ts'

/** Releases what a dead process held, as if its leases had run out. */
export async function expireLeases(db: Db): Promise<void> {
  const past = new Date(0).toISOString()
  for (const table of ['mails', 'idempotency_keys'] as const) {
    await db.updateTable(table).set({ leased_until: past }).where('leased_until', 'is not', null).execute()
  }
}

export type Waiting = { queued: number; leased: number; until: string | null }

/** Counts due mails, and returns the end of their last lease. Mails with a later time aren't due. */
export async function waitingMails(db: Db, now: Date): Promise<Waiting> {
  const { queued, leased, until } = await db
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<number>().as('queued'),
      fn.count<number>('leased_until').as('leased'),
      fn.max('leased_until').as('until'),
    ])
    .where('status', '=', 'queued')
    .where('created_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow()
  return { queued, leased, until }
}

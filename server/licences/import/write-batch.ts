import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import type { Site } from '#shared/seller/site.ts'
import { foldEmail } from '#shared/text/email.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { findActs, recordAudit } from '../../runtime/audit.ts'
import type { Database, Trx } from '../../runtime/db/database.ts'
import type { ImportRow } from '../../runtime/db/rows/imports.ts'
import type { HeldSecrets } from '../../runtime/keys/data-secret.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { createLicence } from '../licensing/new-licence.ts'
import { hintOfOldKey, storedOldKey } from '../licensing/old-keys.ts'
import type { ImportContext, Preview, ReadBatch } from './check-import.ts'
import type { Choices } from './choices.ts'
import { claimOf, type Judged, judgeRows, rowHashOf } from './judge-rows.ts'
import type { ReadRow } from './read-row.ts'

/** Encrypting this many keys takes about 3 ms on the thread that serves visitors. */
const atOnce = 25

/** Spaces mails a second apart, so that providers don't treat them as spam. */
const mailEveryMs = 1000

type Batch = ReadBatch & {
  /** Index of the first row in the file; `rowsRead` is the number of rows covered. */
  from: number
  rowsRead: number
}

/**
 * Writes rows and the import's progress in one transaction.
 * @returns false if another process wrote them already
 */
export async function writeBatch(ctx: ImportContext, id: string, batch: Batch): Promise<boolean> {
  const moment = momentOf(ctx)
  const { engine, bulk } = ctx.database
  return bulk.transaction().execute(async (trx) => {
    const secrets = await ctx.keyring.holdSecrets(trx)
    const run = await lockImport(trx, id, engine)
    if (run.done !== batch.from) return false
    const judged = await judgeRows(trx, batch.rows, { secrets, importId: id, seen: new Map() })
    if (judged.fresh.length + judged.completed.length > 0) await record(trx, run, moment)
    const { site } = ctx.library.typed
    await insert(trx, judged.fresh, { site, id, secrets, moment, quietUntil: endOfQuiet(site, moment) })
    await complete(trx, judged.completed, { secrets, moment })
    const { mail } = JSON.parse(run.choices) as Choices
    const mailed = mail ? await mailOwners(trx, run, judged.fresh, moment) : 0
    const fresh = judged.fresh.length
    await trx
      .updateTable('imports')
      .set({
        done: run.done + batch.rowsRead,
        created: run.created + fresh,
        known: run.known + judged.known,
        refused: run.refused + batch.told.length - fresh - judged.known,
        mailed: run.mailed + mailed,
      })
      .where('id', '=', id)
      .execute()
    return true
  })
}

/** Imports lock each other, so that the second one with a key finds it known. */
async function lockImport(trx: Trx, id: string, engine: Database['engine']): Promise<ImportRow> {
  if (engine === 'postgres') await sql`lock table old_keys in share row exclusive mode`.execute(trx)
  return trx.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Records one audit entry, before the first change. */
async function record(
  trx: Trx,
  { id, name, sha256, who, preview, created }: ImportRow,
  moment: Moment,
): Promise<void> {
  const act = 'licences.imported'
  if (created > 0 || (await findActs(trx, id)).some((entry) => entry.act === act)) return
  const { rows, fresh, known, refused } = JSON.parse(preview ?? '{}') as Preview
  const after = { file: name, sha256, rows, fresh, known, refused }
  await recordAudit(trx, { who, act, subject: id, after }, moment)
}

/** Adds old keys to licences of an earlier import. */
async function complete(
  trx: Trx,
  completed: Judged['completed'],
  { secrets, moment }: Pick<Writing, 'secrets' | 'moment'>,
): Promise<void> {
  for (const { row, licenceId } of completed) {
    const key = storedOldKey(String(row.key), { secrets, random: moment.random })
    await trx
      .insertInto('old_keys')
      .values({ ...key, licence_id: licenceId })
      .execute()
    await trx
      .updateTable('licences')
      .set({ known_as: namesOf(row) })
      .where('id', '=', licenceId)
      .execute()
    await nextTurn()
  }
}

type Writing = { site: Site; id: string; secrets: HeldSecrets; moment: Moment; quietUntil: string }

async function insert(trx: Trx, rows: readonly ReadRow[], writing: Writing): Promise<void> {
  if (rows.length === 0) return
  const made: ReturnType<typeof toStored>[] = []
  for (const row of rows) {
    made.push(toStored(row, writing))
    if (made.length % atOnce === 0) await nextTurn()
  }
  const keys = made.flatMap(({ oldKey }) => oldKey || [])
  await trx
    .insertInto('licences')
    .values(made.map(({ licence }) => licence))
    .execute()
  await trx
    .insertInto('imported_licences')
    .values(made.map(({ imported }) => imported))
    .execute()
  if (keys.length > 0) await trx.insertInto('old_keys').values(keys).execute()
}

function toStored(row: ReadRow, { site, id, secrets, moment, quietUntil }: Writing) {
  const licence = {
    ...createLicence(secrets, { ...moment, site }).licence,
    ordinal: 0,
    sku: row.product.sku,
    plan: row.product.name,
    seat_limit: row.seats,
    updates_until: row.until,
    status: row.status,
    suspended_by: row.status === 'suspended' ? ('operator' as const) : null,
    known_as: namesOf(row),
    licensed_name: row.name,
    licensed_company: row.company,
    email: row.email,
    created_at: row.bought,
  }
  const imported = {
    licence_id: licence.id,
    import_id: id,
    line: row.line,
    claim: claimOf(row),
    row_hash: rowHashOf(row),
    order_reference: row.order,
    note: row.note,
    quiet_until: quietUntil,
  }
  const oldKey = row.key !== null && {
    ...storedOldKey(row.key, { secrets, random: moment.random }),
    licence_id: licence.id,
  }
  return { licence, imported, oldKey }
}

/** Licences imported this close to their end of updates get no reminder. */
function endOfQuiet({ company: { timeZone }, reminders }: Site, { now }: Moment): string {
  const days = reminders.beforeDays === false ? 0 : reminders.beforeDays
  return endOfDay(timeZone, addDays(dayIn(timeZone, now), days)).toISOString()
}

/** Orders are searched with or without their punctuation. */
function namesOf({ key, order }: ReadRow): string | null {
  const names = [key && hintOfOldKey(key), order, order?.replace(/[^\p{L}\p{N}]/gu, '')]
  return [...new Set(names.filter(Boolean))].join(' ') || null
}

/** Mails each address once, about all its licences in the file. @returns number of new mails */
async function mailOwners(
  trx: Trx,
  { id, mailed, started_at }: ImportRow,
  rows: readonly ReadRow[],
  moment: Moment,
): Promise<number> {
  const start = Date.parse(started_at ?? moment.now.toISOString())
  let count = 0
  for (const { status, email: recipient } of rows) {
    if (status !== 'active') continue
    const notBefore = new Date(start + (mailed + count) * mailEveryMs)
    const dedupeKey = `import:${id}:${foldEmail(recipient)}`
    const mail = {
      kind: 'licences_imported',
      dedupeKey,
      recipient,
      params: { importId: id },
      notBefore,
    } as const
    if (await enqueueMail(trx, mail, moment)) count += 1
  }
  return count
}

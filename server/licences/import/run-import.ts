import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../runtime/db/database.ts'
import type { ImportRow } from '../../runtime/db/rows/imports.ts'
import { isId } from '../../runtime/ids.ts'
import { AppError } from '../../web/http/errors.ts'
import { type ImportContext, inBatches, readBatch } from './check-import.ts'
import { type Choices, toReading } from './choices.ts'
import { type OpenFile, readRows, type Survey } from './read-csv.ts'
import { writeBatch } from './write-batch.ts'

/**
 * Continues an import where it stopped, batch by batch. Any number of processes may run it.
 * @param options `goesOn` is called before each batch; `leavesToOthers` ends it once another process is ahead
 */
export async function runImport(
  ctx: ImportContext,
  id: string,
  { open, goesOn = () => true, leavesToOthers = false }: Running,
): Promise<ImportRow> {
  const { db } = ctx.database
  for (;;) {
    const run = await findImport(db, id)
    if (run.finished_at !== null) return run
    const survey = JSON.parse(run.survey) as Survey
    const reading = toReading(survey, JSON.parse(run.choices) as Choices)
    let from = run.done
    let [isAhead, isStopped] = [false, false]
    for await (const rows of inBatches(readRows(open, survey, from))) {
      isStopped = !goesOn()
      if (isStopped) break
      const batch = { ...readBatch(ctx, rows, reading), from, rowsRead: rows.length }
      isAhead = !(await writeBatch(ctx, id, batch))
      if (isAhead) break
      from += rows.length
      await nextTurn()
    }
    if (isStopped || (isAhead && leavesToOthers)) return findImport(db, id)
    if (!isAhead) await finish(db, id, { from, at: ctx.clock().toISOString() })
  }
}

type Running = { open: OpenFile; goesOn?: () => boolean; leavesToOthers?: boolean }

export async function findImport(db: Db, id: string): Promise<ImportRow> {
  const found = isId(id)
    ? await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (found) return found
  throw new AppError(404, 'import_not_found', 'There is no such import.')
}

/** Deletes the file as well. */
async function finish(db: Db, id: string, { from, at }: { from: number; at: string }): Promise<void> {
  const ended = await db
    .updateTable('imports')
    .set({ finished_at: at, stored: 0 })
    .where('id', '=', id)
    .where('done', '=', from)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows > 0n) await dropFile(db, id)
}

/** Deletes chunk by chunk, so that no request waits for the database. */
export async function dropFile(db: Db, id: string): Promise<void> {
  for (;;) {
    const first = await db
      .selectFrom('import_chunks')
      .select('n')
      .where('import_id', '=', id)
      .orderBy('n')
      .limit(1)
      .executeTakeFirst()
    if (!first) return
    await db.deleteFrom('import_chunks').where('import_id', '=', id).where('n', '=', first.n).execute()
    await nextTurn()
  }
}

import { dayMs } from '#shared/calendar/calendar.ts'
import type { AppContext } from '../../context.ts'
import { throttleHourly } from '../../runtime/throttle-hourly.ts'
import { dropFile, runImport } from './run-import.ts'
import { openStored } from './stored-file.ts'

/** Time for which files of imports that haven't begun are kept. */
const keptFor = dayMs

/** Runs in every process. If two run the same import, the slower one stops. */
export function createImporter(ctx: AppContext) {
  let [isRunning, isStopping] = [false, false]
  const purge = throttleHourly(ctx.clock, (now) => purgeFiles(ctx, now))

  async function run(): Promise<void> {
    try {
      for (const { id } of await findBegun(ctx)) {
        if (isStopping) return
        await runImport(ctx, id, {
          open: openStored(ctx, id),
          goesOn: () => !isStopping,
          leavesToOthers: true,
        })
        ctx.outbox.nudge()
      }
    } finally {
      isRunning = false
    }
  }

  return {
    /** Continues imports begun at the desk, in the background. */
    async resume(): Promise<void> {
      await purge()
      if (isRunning || isStopping) return
      isRunning = true
      ctx.background.run('import', run)
    },
    stop(): void {
      isStopping = true
    },
  }
}

function findBegun({ database: { db } }: Pick<AppContext, 'database'>) {
  return db
    .selectFrom('imports')
    .select('id')
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where('stored', '=', 1)
    .orderBy('started_at')
    .execute()
}

/** @returns whether there may be more to delete */
export async function purgeFiles(
  { database: { db } }: Pick<AppContext, 'database'>,
  now: Date,
): Promise<boolean> {
  const old = await db
    .selectFrom('import_chunks')
    .leftJoin('imports', 'imports.id', 'import_chunks.import_id')
    .select(['import_id', 'imports.id'])
    .where('import_chunks.created_at', '<', new Date(now.getTime() - keptFor).toISOString())
    .where('imports.started_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!old) return false
  const idle = await db
    .updateTable('imports')
    .set({ stored: 0 })
    .where('id', '=', old.import_id)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  // Keeps the file of an import that began meanwhile. A failed upload has no import.
  if (idle.numUpdatedRows > 0n || old.id === null) await dropFile(db, old.import_id)
  return true
}

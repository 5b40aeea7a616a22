import { setImmediate as turn } from 'node:timers/promises'
import type { Day } from '#shared/calendar.ts'
import { accountKey } from '#shared/desk/account-key.ts'
import type { Statement } from '#shared/desk/statement-answers.ts'
import { recordAudit } from '../../audit.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { newId } from '../../ids.ts'
import { momentOf } from '../../moment.ts'
import { createThread } from '../../thread/thread.ts'
import { defaultAccount } from './default-account.ts'
import { type Column, columnNames } from './parse/lines.ts'
import type { ReadFile } from './parse/read-file.ts'
import { type ReadContext, readStatement } from './read-statement.ts'

export type StatementContext = Pick<AppContext, 'database' | 'clock' | 'random'>

export type Upload = {
  bytes: Uint8Array
  /** Defaults to the last one; a file's own account number goes before it. */
  account: string | null
  columns: Column[] | null
  who: string
  /** Refuses columns that are only guessed. */
  asksColumns?: boolean
}

/** Runs after each batch. */
export type OnStored = (stored: number, of: number) => void

/** Small batches, so that nobody waits for the database. */
const batch = 200

/**
 * Stores a bank's file and proposes orders for its lines, but books nothing.
 * @throws AppError as `storeStatement`
 */
export async function takeStatement(ctx: StatementContext & ReadContext, upload: Upload): Promise<Statement> {
  return readStatement(ctx, await storeStatement(ctx, upload))
}

/**
 * @returns the statement's id
 * @throws AppError 422 `statement_unreadable` with the wrong line, or `columns_unknown` with rows; neither stores anything
 */
export async function storeStatement(
  ctx: StatementContext,
  { who, ...upload }: Upload,
  onStored?: OnStored,
): Promise<string> {
  const { db } = ctx.database
  const thread = createThread()
  try {
    const account = upload.account ?? (await defaultAccount(db))
    const remembered = upload.columns ? null : await rememberedColumns(db, account)
    const read = (columns: Column[] | null) => thread.run('readBankFile', { ...upload, account, columns })
    let file = await read(upload.columns ?? remembered)
    // Banks change their columns, and remembered ones would then refuse every file.
    if (!('days' in file) && remembered) file = await read(null)
    if (!('days' in file)) throw unreadable(file)
    const id = newId('stm', ctx.random)
    await db.insertInto('statement_uploads').values({ id, started_at: ctx.clock().toISOString() }).execute()
    await storeLines(db, id, file, onStored)
    const moment = momentOf(ctx)
    await db.transaction().execute(async (trx) => {
      const row = {
        id,
        account: file.account,
        columns: file.columns?.join(',') ?? null,
        lines: file.days.length,
        who,
        created_at: moment.now.toISOString(),
      }
      await trx.insertInto('statements').values(row).execute()
      await trx.deleteFrom('statement_uploads').where('id', '=', id).execute()
      const after = { account: file.account, lines: file.days.length }
      await recordAudit(trx, { who, act: 'statement.read', subject: id, after }, moment)
    })
    return id
  } finally {
    await thread.end()
  }
}

/** Batches commit separately; lines count only once their statement row exists. */
async function storeLines(
  db: Db,
  id: string,
  file: Extract<ReadFile, { days: Day[] }>,
  onStored?: OnStored,
): Promise<void> {
  for (let start = 0; start < file.days.length; start += batch) {
    const rows = file.days.slice(start, start + batch).map((day, index) => ({
      statement_id: id,
      n: file.numbers[start + index] ?? 0,
      hash: file.hashes[start + index] ?? '',
      day,
      amount: file.amounts[start + index] ?? 0,
      text: file.texts[start + index] ?? '',
    }))
    await db.insertInto('statement_lines').values(rows).execute()
    onStored?.(start + rows.length, file.days.length)
    await turn()
  }
}

async function rememberedColumns(db: Db, account: string): Promise<Column[] | null> {
  const known = await db
    .selectFrom('statement_columns')
    .select('columns')
    .where('account', '=', accountKey(account))
    .executeTakeFirst()
  return known ? readColumns(known.columns) : null
}

export function readColumns(text: string): Column[] | null {
  const names = text.split(',').map((name) => name.trim())
  const known = names.flatMap((name) => columnNames.filter((column) => column === name))
  return known.length === names.length ? known : null
}

function unreadable({ line, detail, sample }: Exclude<ReadFile, { days: Day[] }>): AppError {
  if (sample)
    return new AppError(422, 'columns_unknown', detail, { members: { ...sample, columns: columnNames } })
  const told = `Line ${line} can’t be read. ${detail} Nothing of the file was taken.`
  return new AppError(422, 'statement_unreadable', told, { members: { line } })
}

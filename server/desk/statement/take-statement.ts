import { setImmediate as turn } from 'node:timers/promises'
import type { Day } from '#shared/calendar/calendar.ts'
import type { Statement } from '#shared/desk/statement-answers.ts'
import type { Clock, Data } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import { newId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import { twinsOf } from '../../shop/orders/duplicate-line.ts'
import { AppError } from '../../web/http/errors.ts'
import { defaultAccount } from './default-account.ts'
import { type Chosen, columnNames } from './read/decisions.ts'
import type { ReadFile } from './read/read-file.ts'
import { type ReadContext, readStatement } from './read-statement.ts'
import { correctDecisions, recallDecisions } from './remember-decisions.ts'
import { takeTurn } from './take-turns.ts'

type StatementContext = Data & Clock

export type Upload = {
  bytes: Uint8Array
  /** Defaults to the last one; a file's own account number goes before it. */
  account: string | null
  chosen: Chosen | null
  who: string
  /** Refuses what the file alone decides. */
  asksColumns?: boolean
}

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
export async function storeStatement(ctx: StatementContext, { who, ...upload }: Upload): Promise<string> {
  const { db } = ctx.database
  const account = upload.account ?? (await defaultAccount(db))
  const remembered = await recallDecisions(db, account)
  const file = await takeTurn(ctx.database, (thread) =>
    thread.run('readBankFile', { ...upload, account, remembered }),
  )
  if (!('days' in file)) throw unreadable(file)
  const id = newId('stm', ctx.random)
  await db.insertInto('statement_uploads').values({ id, started_at: ctx.clock().toISOString() }).execute()
  await storeLines(db, id, file)
  const moment = momentOf(ctx)
  await db.transaction().execute(async (trx) => {
    const row = {
      id,
      account: file.account,
      decisions: file.csv && JSON.stringify(file.csv.decisions),
      layout: file.csv && JSON.stringify(file.csv.layout),
      sample: file.csv && JSON.stringify(file.csv.sample),
      decided: JSON.stringify(file.decided),
      unread: JSON.stringify(file.unread),
      lines: file.days.length,
      who,
      created_at: moment.now.toISOString(),
    }
    await trx.insertInto('statements').values(row).execute()
    if (upload.chosen) await correctDecisions(trx, row)
    await trx.deleteFrom('statement_uploads').where('id', '=', id).execute()
    const after = { account: file.account, lines: file.days.length }
    await recordAudit(trx, { who, act: 'statement.read', subject: id, after }, moment)
  })
  return id
}

/** Batches commit separately; lines count only once their statement row exists. */
async function storeLines(db: Db, id: string, file: Extract<ReadFile, { days: Day[] }>): Promise<void> {
  const hasSeveral = new Set(file.accounts).size > 1
  for (let start = 0; start < file.days.length; start += batch) {
    const rows = file.days.slice(start, start + batch).map((day, index) => ({
      statement_id: id,
      n: file.numbers[start + index] ?? 0,
      hash: file.hashes[start + index] ?? '',
      day,
      amount: file.amounts[start + index] ?? 0,
      text: file.texts[start + index] ?? '',
      currency: file.currencies[start + index] ?? null,
      pending: file.pending[start + index] ? 1 : null,
      account: hasSeveral ? (file.accounts[start + index] ?? null) : null,
      twin: twinsOf(file.contents[start + index] ?? '', file.accounts[start + index] === null).twin,
    }))
    await db.insertInto('statement_lines').values(rows).execute()
    await turn()
  }
}

function unreadable({ line, detail, question }: Exclude<ReadFile, { days: Day[] }>): AppError {
  if (question)
    return new AppError(422, 'columns_unknown', detail, { members: { ...question, columns: columnNames } })
  const told = `Line ${line} can’t be read. ${detail} Nothing of the file was taken.`
  return new AppError(422, 'statement_unreadable', told, { members: { line } })
}

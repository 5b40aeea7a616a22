import { setImmediate as turn } from 'node:timers/promises'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Statement } from '#shared/desk/statement-answers.ts'
import { type Chosen, columnNames } from '#shared/desk/statement-decisions.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import { newId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError, toAppError } from '../../web/http/errors.ts'
import { type ChosenAccount, findOwners, knownAccount, nameFirst, type Owners, ownerOf } from './accounts.ts'
import { createLineHasher } from './read/line-hash.ts'
import type { ReadFile } from './read/read-file.ts'
import { type ReadContext, readStatement } from './read-statement.ts'
import { correctDecisions, recallDecisions } from './remember-decisions.ts'
import { takeTurn } from './take-turns.ts'

type StatementContext = Data & Clock & Pick<Seller, 'library'>
type WholeFile = Extract<ReadFile, { days: Day[] }>

export type Upload = ChosenAccount & {
  bytes: Uint8Array
  chosen: Chosen | null
  who: string
  /** Asks a person about columns that only the file decided. */
  asksColumns?: boolean
}

/** Small batches, so that no request waits for the database. */
const batch = 200

/**
 * Stores a bank's file and proposes orders for its lines, but books nothing.
 * @throws AppError as `storeStatement`, and 503 `statement_unmatched` that names a stored statement
 */
export async function takeStatement(ctx: ReadContext, upload: Upload): Promise<Statement> {
  const id = await storeStatement(ctx, upload)
  try {
    return await readStatement(ctx, id)
  } catch (error) {
    if (toAppError(error).status < 500) throw error
    const detail = `The statement is stored as ${id}, but its lines can’t be matched right now. Read it in a moment.`
    // Without Retry-After, because a client that retries would store the file again.
    throw new AppError(503, 'statement_unmatched', detail, { cause: error, members: { statement: id } })
  }
}

/**
 * @returns the statement's id
 * @throws AppError 422 `statement_unreadable` with the wrong line, `columns_unknown` with rows, or `account_unknown`; none stores anything
 */
export async function storeStatement(ctx: StatementContext, { who, ...given }: Upload): Promise<string> {
  const { db } = ctx.database
  const upload = await nameFirst(db, given)
  const known = await knownAccount(db, upload)
  const remembered = known && (await recallDecisions(db, known.id))
  const { bytes, chosen, asksColumns = false } = upload
  const { timeZone } = ctx.library.typed.site.company
  const started = momentOf(ctx)
  const today = dayIn(timeZone, started.now)
  const file = await takeTurn(ctx.database, (thread) =>
    thread.run('readBankFile', { bytes, chosen, asksColumns, remembered, today, timeZone }),
  )
  if (!('days' in file)) throw unreadable(file)
  const owners = await findOwners(db, file.accounts, upload, started)
  const id = newId('stm', started)
  await db
    .insertInto('statement_uploads')
    .values({ id, started_at: started.now.toISOString(), question: null, file: null })
    .execute()
  await storeLines(db, id, file, owners)
  const moment = momentOf(ctx)
  await db.transaction().execute(async (trx) => {
    const row = {
      id,
      account_id: ownerOf(owners, file.accounts[0]).id,
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
    const names = new Set([...owners.values()].map(({ name }) => name))
    const after = { account: [...names].join(', '), lines: file.days.length }
    await recordAudit(trx, { who, act: 'statement.read', subject: id, after }, moment)
  })
  return id
}

/** Batches commit separately; lines count only once their statement row exists. */
async function storeLines(db: Db, id: string, file: WholeFile, owners: Owners): Promise<void> {
  const hasSeveral = new Set([...owners.values()].map((owner) => owner.id)).size > 1
  const hashOf = createLineHasher()
  for (let start = 0; start < file.days.length; start += batch) {
    const rows = file.days.slice(start, start + batch).map((day, index) => {
      const at = start + index
      const owner = ownerOf(owners, file.owners[at])
      return {
        statement_id: id,
        n: file.numbers[at] ?? 0,
        hash: hashOf(owner.id, file.contents[at] ?? ''),
        day,
        amount: file.amounts[at] ?? 0,
        text: file.texts[at] ?? '',
        currency: file.currencies[at] ?? null,
        pending: file.pending[at] ? 1 : null,
        account_id: hasSeveral ? owner.id : null,
      }
    })
    await db.insertInto('statement_lines').values(rows).execute()
    await turn()
  }
}

function unreadable({ line, detail, question }: Exclude<ReadFile, WholeFile>): AppError {
  if (question)
    return new AppError(422, 'columns_unknown', detail, { members: { ...question, columns: columnNames } })
  const told = `Line ${line} can’t be read. ${detail} Nothing of the file was taken.`
  return new AppError(422, 'statement_unreadable', told, { members: { line } })
}

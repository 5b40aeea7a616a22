import { setImmediate as turn } from 'node:timers/promises'
import type { Day } from '#shared/calendar.ts'
import { recordAudit } from '../../audit.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { newId } from '../../ids.ts'
import { momentOf } from '../../moment.ts'
import { createThread } from '../../thread/thread.ts'
import type { Candidate, LineState, Match } from './match.ts'
import { type Column, columnNames } from './parse/lines.ts'
import type { ReadFile } from './parse/read-file.ts'

export type StatementContext = Pick<AppContext, 'database' | 'clock' | 'random'>

/** `already`: booked before, from this file or another. */
export type StatementLine = {
  n: number
  date: Day
  amount: number
  text: string
  state: LineState | 'already'
  orders: string[]
  by: Match['by']
}

export type Statement = { id: string; account: string; columns: string[] | null; lines: StatementLine[] }

type Upload = { bytes: Uint8Array; account: string | null; columns: Column[] | null; who: string }

/** Small batches, so that nobody waits for the database. */
const batch = 200

/**
 * Stores a bank's file and proposes orders for its lines, but books nothing.
 * @throws AppError 422 `statement_unreadable` with the wrong line, or `columns_unknown` with rows; neither stores anything
 */
export async function takeStatement(ctx: StatementContext, upload: Upload): Promise<Statement> {
  const { db } = ctx.database
  const thread = createThread()
  try {
    const remembered = upload.columns ?? (await rememberedColumns(db, upload.account ?? ''))
    const { bytes, account } = upload
    const file = await thread.run('readBankFile', { bytes, account, columns: remembered })
    if (!('days' in file)) throw unreadable(file)
    const id = newId('stm', ctx.random)
    await storeLines(db, id, file)
    const moment = momentOf(ctx)
    await db.transaction().execute(async (trx) => {
      const row = {
        id,
        account: file.account,
        columns: file.columns?.join(',') ?? null,
        lines: file.days.length,
        who: upload.who,
        created_at: moment.now.toISOString(),
      }
      await trx.insertInto('statements').values(row).execute()
      const after = { account: file.account, lines: file.days.length }
      await recordAudit(trx, { who: upload.who, act: 'statement.read', subject: id, after }, moment)
    })
    return await readStatement(ctx, id)
  } finally {
    await thread.end()
  }
}

/** @throws AppError 404 `statement_not_found` */
export async function readStatement(
  { database: { reader } }: StatementContext,
  id: string,
): Promise<Statement> {
  const statement = /^\w{1,64}$/.test(id)
    ? await reader.selectFrom('statements').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!statement) throw new AppError(404, 'statement_not_found', 'There is no such statement.')
  const rows = await reader
    .selectFrom('statement_lines')
    .leftJoin('payments', 'payments.statement_line', 'statement_lines.hash')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select(['n', 'day', 'statement_lines.amount', 'text', 'orders.number as booked'])
    .where('statement_id', '=', id)
    .orderBy('n')
    .execute()
  const thread = createThread()
  try {
    const texts = rows.map(({ text }) => text)
    const candidates = await findCandidates(reader, await thread.run('numbersIn', { texts }))
    const lines = { texts, amounts: rows.map(({ amount, booked }) => (booked === null ? amount : 0)) }
    const matches = await thread.run('matchLines', { lines, candidates })
    return {
      id,
      account: statement.account,
      columns: statement.columns?.split(',') ?? null,
      lines: rows.map(({ booked, day, ...row }, index) => {
        const found = matches[index] ?? { state: 'none', orders: [], by: null }
        const line = { ...row, date: day as Day }
        return booked === null
          ? { ...line, ...found }
          : { ...line, state: 'already', orders: [booked], by: null }
      }),
    }
  } finally {
    await thread.end()
  }
}

/** Batches commit separately; lines count only once their statement row exists. */
async function storeLines(db: Db, id: string, file: Extract<ReadFile, { days: Day[] }>): Promise<void> {
  for (let start = 0; start < file.days.length; start += batch) {
    const rows = file.days.slice(start, start + batch).map((day, index) => ({
      statement_id: id,
      n: start + index + 1,
      hash: file.hashes[start + index] ?? '',
      day,
      amount: file.amounts[start + index] ?? 0,
      text: file.texts[start + index] ?? '',
    }))
    await db.insertInto('statement_lines').values(rows).execute()
    await turn()
  }
}

/** Orders that wait for a transfer, and closed ones that the texts name. */
async function findCandidates(reader: Db, numbers: string[]): Promise<Candidate[]> {
  const columns = [
    'id',
    'number',
    'total',
    'received_amount',
    'purchase_order',
    'customer_name',
    'company_name',
  ] as const
  const awaited = await reader
    .selectFrom('orders')
    .select(columns)
    .where('status', '=', 'pending')
    .where('payment_method', '=', 'invoice')
    .execute()
  const named: typeof awaited = []
  for (let start = 0; start < numbers.length; start += 500) {
    const some = await reader
      .selectFrom('orders')
      .select(columns)
      .where('number', 'in', numbers.slice(start, start + 500))
      .where('status', 'in', ['pending', 'expired', 'cancelled'])
      .execute()
    named.push(...some)
  }
  const orders = [...new Map([...awaited, ...named].map((order) => [order.id, order])).values()]
  const invoices = new Map<string, string[]>()
  const ids = orders.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += 500) {
    const rows = await reader
      .selectFrom('invoices')
      .select(['order_id', 'number'])
      .where('order_id', 'in', ids.slice(start, start + 500))
      .where('kind', '=', 'invoice')
      .execute()
    for (const { order_id, number } of rows)
      invoices.set(order_id, [...(invoices.get(order_id) ?? []), number])
  }
  return orders.map((order) => ({
    number: order.number,
    outstanding: order.total - (order.received_amount ?? 0),
    purchaseOrder: order.purchase_order,
    invoices: invoices.get(order.id) ?? [],
    names: [order.customer_name, order.company_name ?? ''],
  }))
}

async function rememberedColumns(db: Db, account: string): Promise<Column[] | null> {
  const known = await db
    .selectFrom('statement_columns')
    .select('columns')
    .where('account', '=', account)
    .executeTakeFirst()
  return known ? readColumns(known.columns) : null
}

export function readColumns(text: string): Column[] | null {
  const names = text.split(',').map((name) => name.trim())
  const known = names.flatMap((name) => columnNames.filter((column) => column === name))
  return known.length === names.length ? known : null
}

function unreadable({ line, detail, rows }: Exclude<ReadFile, { days: Day[] }>): AppError {
  if (rows) return new AppError(422, 'columns_unknown', detail, { members: { rows, columns: columnNames } })
  const told = `Line ${line} can’t be read. ${detail} Nothing of the file was taken.`
  return new AppError(422, 'statement_unreadable', told, { members: { line } })
}

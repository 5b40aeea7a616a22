import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { describeMail } from '#shared/desk/mail-words.ts'
import { stateInText } from '#shared/desk/words.ts'
import { isEmail } from '#shared/text/email.ts'
import { readArguments, UsageError } from '../runtime/arguments.ts'
import type { Db } from '../runtime/db/database.ts'
import { sameEmail } from '../runtime/db/folded-text.ts'
import { readSnapshot } from '../runtime/db/read-snapshot.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import { valuesOf } from '../runtime/log-text.ts'
import { findOrderByName } from '../shop/orders/order-store.ts'
import { readWholeOrder } from '../shop/orders/whole-order.ts'
import { type Command, flag, print, texts } from './command.ts'
import { textOfEntry } from './history-text.ts'
import { withShop } from './open.ts'
import { timeZoneOf } from './order-subject.ts'
import { timeText } from './time-text.ts'

export const trace: Command = {
  usage: 'trace ORDER|EMAIL|REQUEST-ID [--log FILE]… [--json]',
  summary:
    'Prints what happened, in order: to an order, to the orders and mails of an address, or in a request. FILE is a log of the site or of nginx; the id of a request is in it alone.',
  async run(args) {
    const options = { log: texts, json: flag } as const
    const { values, positionals } = readArguments(args, options, 1)
    const [name] = positionals
    if (!name) throw new UsageError(`Whose or what? ${trace.usage}`)
    const logs = await Promise.all((values.log ?? []).map(readLog))
    const lines = logs.flat()
    return withShop(async (shop) => {
      const timeZone = timeZoneOf(shop)
      const told = await readSnapshot(shop.database, async (db) => {
        const named = ordersIn(lines.filter((line) => line.requestId === name))
        const orders = await findOrders(db, isEmail(name) ? { email: name } : { names: [name, ...named] })
        const ofOrders = await Promise.all(orders.map((order) => momentsOf(db, order, timeZone)))
        const mails = isEmail(name) ? await mailsTo(db, name) : []
        return { orders, moments: [...ofOrders.flat(), ...mails] }
      })
      const wanted = new Set([name, ...told.orders.flatMap(({ id, number }) => [id, number])])
      const moments = [...told.moments, ...pick(lines, wanted)].toSorted((a, b) => (a.at < b.at ? -1 : 1))
      const text = moments.map(
        ({ at, from, what }) => `${timeText(timeZone, at)}  ${from.padEnd(8)}  ${what}`,
      )
      print(values.json, moments, text.join('\n') || nothing(name, logs.length > 0))
      return moments.length === 0 ? 1 : 0
    })
  },
}

/** An event. `from` names the source that recorded it. */
type TraceEntry = { at: string; from: string; what: string }

const mostOrders = 20

function nothing(name: string, hasLog: boolean): string {
  return `Nothing is known of ${name}${hasLog ? ', here or in the log' : '. Name a log too: --log FILE'}.`
}

async function findOrders(db: Db, by: { email: string } | { names: string[] }): Promise<OrderRow[]> {
  if ('email' in by) {
    const theirs = db.selectFrom('orders').selectAll().where(sameEmail('customer_email', by.email))
    return theirs.orderBy('created_at', 'desc').limit(mostOrders).execute()
  }
  const found = await Promise.all([...new Set(by.names)].map((name) => findOrderByName(db, name)))
  return [...new Map(found.flatMap((order) => (order ? [[order.id, order] as const] : []))).values()]
}

/** Merges history, mails, webhooks and reports of the card provider. */
async function momentsOf(db: Db, row: OrderRow, timeZone: string): Promise<TraceEntry[]> {
  const order = await readWholeOrder(db, row)
  const { currency, number } = order
  const heard = await db
    .selectFrom('webhook_events')
    .select(['type', 'received_at as at', 'processed_at as done'])
    .where('order_id', '=', row.id)
    .execute()
  const told = await db
    .selectFrom('webhook_deliveries')
    .select(['type', 'created_at as at', 'status', 'last_error as error'])
    .where('dedupe_key', 'like', `order.%:${row.id}:%`)
    .execute()
  return [
    ...order.events.map((entry) => ({
      at: entry.at,
      from: 'order',
      what: `${number}: ${textOfEntry({ ...entry, act: entry.event }, { currency, timeZone })}`,
    })),
    ...order.mails.flatMap(mailMoments),
    ...heard.map(({ type, at, done }) => ({
      at,
      from: 'stripe',
      what: `${type}${done ? '' : ', not handled yet'}`,
    })),
    ...told.map(({ type, at, status, error }) => ({
      at,
      from: 'webhook',
      what: [type, stateInText(status), error].filter(Boolean).join(', '),
    })),
  ]
}

type ShownMail = Awaited<ReturnType<typeof readWholeOrder>>['mails'][number]

function mailMoments(mail: ShownMail): TraceEntry[] {
  const { id, kind, carries, status, recipient, createdAt, sentAt, lastError } = mail
  const what = `“${describeMail(kind, carries)}” to ${recipient}, ${id}`
  return [
    {
      at: createdAt,
      from: 'mail',
      what: `${what}: ${['enqueued', !sentAt && stateInText(status), lastError].filter(Boolean).join(', ')}`,
    },
    ...(sentAt ? [{ at: sentAt, from: 'mail', what: `${what}: sent` }] : []),
  ]
}

/** Mails without an order; each order lists its own. */
async function mailsTo(db: Db, email: string): Promise<TraceEntry[]> {
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'status', 'created_at as at', 'sent_at as sentAt', 'last_error as error'])
    .where(sameEmail('recipient', email))
    .where('order_id', 'is', null)
    .execute()
  return mails.map(({ id, kind, status, at, sentAt, error }) => ({
    at: sentAt ?? at,
    from: 'mail',
    what: [`${kind}, ${id}`, stateInText(status), error].filter(Boolean).join(', '),
  }))
}

type LogLine = TraceEntry & { requestId: string | null; names: string[] }

/**
 * Reads JSON lines of the site, and nginx lines with the time in brackets and the request's id.
 * @throws Error if the file is missing
 */
async function readLog(file: string): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const read = line.startsWith('{') ? readOwn(line) : readProxy(line)
    if (read) lines.push(read)
  }
  return lines
}

function readOwn(line: string): LogLine | null {
  try {
    const { time, level, msg, requestId = null, order, orderId, err, ...members } = JSON.parse(line)
    const what = [
      level === 'info' ? '' : level,
      msg,
      err?.message,
      requestId && `request=${requestId}`,
      ...valuesOf(members),
    ]
    const names = [order, orderId, ...(members.path?.match(/ord_\w+/g) ?? [])].filter(Boolean)
    return { at: time, from: 'site', what: what.filter(Boolean).join(' '), requestId, names }
  } catch {
    return null
  }
}

function readProxy(line: string): LogLine | null {
  const [, time = '', rest = ''] = /^[^[]*\[([^\]]+)\] (.*)$/.exec(line) ?? []
  const id = rest.split(' ').find((word) => /^[0-9a-f]{32}$/.test(word))
  const at = new Date(time)
  if (!id || Number.isNaN(at.getTime())) return null
  return { at: at.toISOString(), from: 'nginx', what: rest, requestId: id, names: [] }
}

function ordersIn(lines: readonly LogLine[]): string[] {
  return lines.flatMap(({ names }) => names)
}

/** Selects lines that contain a wanted text, and all lines of the same requests. */
function pick(lines: readonly LogLine[], wanted: ReadonlySet<string>): TraceEntry[] {
  const isNamed = ({ requestId, names }: LogLine) =>
    [requestId, ...names].some((name) => name && wanted.has(name))
  const requests = new Set(lines.filter(isNamed).flatMap(({ requestId }) => requestId ?? []))
  return lines
    .filter((line) => isNamed(line) || (line.requestId !== null && requests.has(line.requestId)))
    .map(({ at, from, what }) => ({ at, from, what }))
}

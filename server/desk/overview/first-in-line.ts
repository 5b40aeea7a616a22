import { dayIn } from '#shared/calendar/calendar.ts'
import { type FirstInLine, mostInLine, type WaitingOrder } from '#shared/desk/overview-answers.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import { type WaitingKind, waitingKinds } from '#shared/desk/waiting-words.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { carried } from '../../messages/mail/attached.ts'
import { isUnsent } from '../../messages/outbox/queue.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { showOrder } from '../../shop/orders/whole-order.ts'
import { readLapsing } from './lapsing-quotes.ts'
import { readEach, waitingOrders } from './waiting-orders.ts'

type ReminderRow = OrderRow & {
  askedAt: string | null
  remindedAt: string | null
  quoteNumber: string | null
}

const mostLetters = 90

/** Lists the longest waiting first, but disputes and inquiries by deadline, if the role may read them. */
export async function readFirstInLine(ctx: Data & Clock & Seller, rights: Rights): Promise<FirstInLine> {
  const { reader } = ctx.database
  const { timeZone } = ctx.library.typed.site.company
  const withSums = mayRead(rights, 'overview.sums')
  const seesOrders = mayRead(rights, 'orders.read')
  const ordersOf = async (kind: WaitingKind) => {
    if (!seesOrders) return []
    const orders = await readOrders(reader, kind)
    const shown = orders.map((order) => viewOrder(order, kind, { timeZone, withSums }))
    return isAsked(kind) ? shown.toSorted(byLastDay).slice(0, mostInLine) : shown
  }
  const [orders, lapsing, mails, messages] = await Promise.all([
    readEach(waitingKinds, ordersOf),
    mayRead(rights, 'quotes.make') ? readLapsing(reader, ctx.clock()) : [],
    mayRead(rights, 'mails') ? readMails(reader) : [],
    mayRead(rights, 'messages') ? readMessages(reader) : [],
  ])
  const quotes = lapsing.map((quote) => ({ ...quote, total: withSums ? quote.total : null }))
  return { ...orders, lapsing: quotes, mails, messages }
}

function readOrders(reader: Db, kind: WaitingKind): Promise<ReminderRow[]> {
  return reader
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) =>
      eb
        .selectFrom('mails')
        .whereRef('mails.order_id', '=', 'orders.id')
        .where('mails.kind', '=', 'transfer_reminder')
        .select(({ fn }) => fn.max('mails.created_at').as('at'))
        .as('remindedAt'),
    )
    .select((eb) =>
      eb
        .selectFrom('audit_entries')
        .whereRef('audit_entries.subject', '=', 'orders.id')
        .where('audit_entries.act', '=', kind === 'refundFailed' ? 'order.refund_failed' : 'order.attention')
        .select(({ fn }) =>
          // A repeated failure doesn’t restart the wait.
          (kind === 'refundFailed' ? fn.min('audit_entries.at') : fn.max('audit_entries.at')).as('at'),
        )
        .as('askedAt'),
    )
    .select((eb) =>
      eb
        .selectFrom('quotes')
        .whereRef('quotes.id', '=', 'orders.quote_id')
        .select('quotes.number')
        .as('quoteNumber'),
    )
    .where(waitingOrders[kind])
    .orderBy(kind === 'refundToSend' ? 'refund_asked_at' : 'created_at')
    .orderBy('id')
    .limit(isAsked(kind) ? mostAsked : mostInLine)
    .execute()
}

/** Deadlines are inside JSON, so the database can't sort by them. Banks ask about few orders at a time. */
const mostAsked = 200

function isAsked(kind: WaitingKind): boolean {
  return kind === 'disputed' || kind === 'attention'
}

function byLastDay(a: WaitingOrder, b: WaitingOrder): number {
  return lastDayOf(a).localeCompare(lastDayOf(b))
}

function lastDayOf({ attention }: WaitingOrder): string {
  return attention?.dueBy ?? '9999'
}

type Shown = { timeZone: string; withSums: boolean }

function viewOrder(row: ReminderRow, kind: WaitingKind, { timeZone, withSums }: Shown): WaitingOrder {
  const shown = showOrder(row)
  const { number, customer, purchaseOrder, total, outstanding, createdAt, dueAt, attention, payment } = shown
  const sums = {
    refundFailed: shown.refundFailed?.amount ?? 0,
    refundToSend: shown.refundToSend?.amount ?? 0,
    disputed: attention?.amount ?? total,
    attention: attention?.amount ?? total,
    review: total,
    awaiting: outstanding,
  }
  return {
    number,
    buyer: customer.companyName ?? customer.name,
    purchaseOrder: purchaseOrder ?? null,
    sum: withSums ? sums[kind] : null,
    attention: attention && {
      kind: attention.kind,
      reason: attention.reason,
      amount: withSums ? attention.amount : 0,
      dueBy: attention.dueBy,
    },
    payment,
    quote: row.quoteNumber,
    refund: kind === 'refundToSend' ? refundOf(row) : null,
    createdAt,
    since: sinceOf(row, kind),
    dueAt,
    remindedOn: row.remindedAt === null ? null : dayIn(timeZone, row.remindedAt),
  }
}

function sinceOf({ refund_asked_at, askedAt, created_at }: ReminderRow, kind: WaitingKind): string {
  if (kind === 'refundToSend') return refund_asked_at ?? created_at
  return (isAsked(kind) || kind === 'refundFailed' ? askedAt : null) ?? created_at
}

function refundOf({ refund_due_on: by, refund_account: account }: OrderRow) {
  return by === null ? null : { by, hasAccount: account !== null }
}

function readMails(reader: Db): Promise<FirstInLine['mails']> {
  return reader
    .selectFrom('mails')
    .leftJoin('orders', 'orders.id', 'mails.order_id')
    .select(['mails.id', 'mails.kind', 'mails.recipient', 'mails.attempts', 'mails.last_error as lastError'])
    .select(['mails.created_at as createdAt', 'orders.number as orderNumber'])
    .select(carried.as('carries'))
    .where('mails.status', '=', 'dead')
    .where(isUnsent('mails'))
    .orderBy('mails.created_at')
    .orderBy('mails.id')
    .limit(mostInLine)
    .execute()
}

async function readMessages(reader: Db): Promise<FirstInLine['messages']> {
  const rows = await reader
    .selectFrom('messages')
    .select(['id', 'name', 'message', 'created_at as createdAt'])
    .where('quarantined', '=', 0)
    .where('answered_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostInLine)
    .execute()
  return rows.map(({ message, ...row }) => ({ ...row, says: firstLine(message) }))
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  return line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line
}

import type { MailKind } from '#shared/desk/mail-words.ts'
import { type NotifiedEvent, notificationsOf, type Site } from '#shared/seller/site.ts'
import { enqueueFor, type Notifying, notifyOwner } from '../../messages/mail/notify-owner.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'

// Every function here runs in the transaction that changes the order.

/** `suffix` distinguishes mails of one kind. */
type MailOfOrder<Kind> = { kind: Kind; suffix?: string; params?: Record<string, unknown> }

/** @returns whether the mail is new */
export function mailBuyer(
  trx: Trx,
  order: OrderRow,
  mail: MailOfOrder<MailKind>,
  moment: Moment,
): Promise<boolean> {
  return enqueueMail(trx, { ...toMail(order, mail), recipient: order.customer_email }, moment)
}

/** The event of each notice decides who receives it. */
const eventOf = {
  order_awaited_notice: 'order_awaited',
  order_refund_notice: 'refund',
  order_dispute_notice: 'dispute',
  order_attention_notice: 'dispute',
  order_review: 'problem',
  order_partly_paid_notice: 'problem',
  refund_failed_notice: 'problem',
  money_back_notice: 'problem',
} as const satisfies Partial<Record<MailKind, NotifiedEvent>>

export function notifyOfOrder(
  trx: Trx,
  order: OrderRow,
  notice: MailOfOrder<keyof typeof eventOf>,
  notifying: Notifying,
): Promise<void> {
  return notifyOwner(trx, eventOf[notice.kind], toMail(order, notice), notifying)
}

/** Notifies at once, or leaves it to the daily summary of card payments. */
export async function notifyPaid(trx: Trx, order: OrderRow, { site, ...moment }: Notifying): Promise<void> {
  for (const { email, paid } of notificationsOf(site, 'order_paid')) {
    const isSummed = paid === 'daily' && order.payment_method === 'card'
    const mail = isSummed ? summaryOf(order, site) : toMail(order, { kind: 'order_paid_notice' })
    await enqueueFor(trx, email, mail, moment)
  }
}

function toMail({ id: orderId }: OrderRow, { kind, suffix = '', params = {} }: MailOfOrder<MailKind>) {
  return { kind, dedupeKey: `order:${orderId}:${kind}${suffix}`, orderId, params }
}

/** The day's first payment enqueues the summary, which lists all payments when it is sent. */
function summaryOf(order: OrderRow, { company }: Pick<Site, 'company'>) {
  const { from, to, dueAt } = summaryAt(company.timeZone, new Date(order.paid_at ?? 0))
  const params = { from: from.toISOString(), to: to.toISOString() }
  const dedupeKey = `orders_paid:${params.to}`
  return { kind: 'orders_paid_summary', dedupeKey, params, notBefore: dueAt } as const
}

const timeOfDay = '08:00'
/** A payment stored while the summary is sent goes into the next one. */
const margin = { minutes: 1 }

/** Summaries are sent at eight in the morning and end a minute earlier. */
export function summaryAt(timeZone: string, paidAt: Date): { from: Date; to: Date; dueAt: Date } {
  const local = Temporal.Instant.fromEpochMilliseconds(paidAt.getTime())
    .add(margin)
    .toZonedDateTimeISO(timeZone)
  const dueOn = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: timeOfDay })
  const today = local.toPlainDate()
  const isOver = Temporal.ZonedDateTime.compare(local, dueOn(today)) >= 0
  const day = isOver ? today.add({ days: 1 }) : today
  const due = dueOn(day)
  return {
    from: toDate(dueOn(day.subtract({ days: 1 })).subtract(margin)),
    to: toDate(due.subtract(margin)),
    dueAt: toDate(due),
  }
}

function toDate({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds)
}

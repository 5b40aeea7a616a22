import { type Day, dayIn, daysBetween } from '../calendar/calendar.ts'
import { attentionWord } from './attention-words.ts'
import { countInWords, daysLeft, plural } from './count-words.ts'
import { describeMail } from './mail-words.ts'
import type { Overview, WaitingOrder } from './overview-answers.ts'
import type { DeskRole } from './roles.ts'

/** The reader's role, time zone and formats. `day` formats a time as a day; `money` formats cents. */
export type Reader = {
  role: DeskRole
  timeZone: string
  now: string
  day(at: string): string
  calendarDay(day: Day): string
  money(cents: number): string
}

export function describeOrder(order: WaitingOrder, reader: Reader): string {
  const { buyer, number, purchaseOrder } = order
  const { attention, payment, quote } = order
  const says = attention && `${attentionWord(attention.kind)}: ${attention.reason.replaceAll('_', ' ')}`
  return [
    buyer,
    number,
    purchaseOrder && `PO ${purchaseOrder}`,
    quote && `from ${quote}`,
    says,
    payment && paymentText(payment),
    describeDue(order, reader),
  ]
    .filter(Boolean)
    .join(' · ')
}

function paymentText(payment: 'processing' | 'failed'): string {
  return payment === 'processing' ? 'a debit is under way' : 'the buyer was told'
}

/** "since 5 Nov, due 2 Dec", "since 5 Nov, 3 days late, reminded 15 Nov", or "since 5 Nov, answer by 28 Nov, 3 days left" */
function describeDue(order: WaitingOrder, reader: Reader): string {
  const { timeZone, now, day } = reader
  const { dueAt, remindedOn, attention, refund } = order
  const since = `since ${day(order.since)}`
  if (refund) return [since, ...describeRefund(refund, reader)].join(', ')
  if (attention)
    return attention.dueBy
      ? `${since}, answer by ${day(attention.dueBy)}, ${leftText(dayIn(timeZone, attention.dueBy), reader)}`
      : since
  if (dueAt === null) return since
  const late = daysBetween(dayIn(timeZone, dueAt), dayIn(timeZone, now))
  const due = late > 0 ? `${countInWords(late)} ${late === 1 ? 'day' : 'days'} late` : `due ${day(dueAt)}`
  return [since, due, remindedOn && late > 0 && `reminded ${day(remindedOn)}`].filter(Boolean).join(', ')
}

function leftText(last: Day, { timeZone, now }: Reader): string {
  return daysLeft(daysBetween(dayIn(timeZone, now), last))
}

export function describeQuote(
  { buyer, number, createdAt, validUntil }: Overview['first']['lapsing'][number],
  reader: Reader,
): string {
  const { timeZone, day } = reader
  const left = leftText(dayIn(timeZone, validUntil), reader)
  return `${buyer} · ${number} · since ${day(createdAt)}, ends ${day(validUntil)}, ${left}`
}

/** "promised within 3 days", "no account yet" */
function describeRefund(
  { by, hasAccount }: NonNullable<WaitingOrder['refund']>,
  { timeZone, now }: Reader,
): string[] {
  const left = daysBetween(dayIn(timeZone, now), by)
  const promised = left < 0 ? `${plural(-left, 'day')} late` : `promised ${inDaysText(left)}`
  return hasAccount ? [promised] : [promised, 'no account yet']
}

/** 0 → "today", 1 → "by tomorrow", 3 → "within 3 days" */
function inDaysText(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'by tomorrow' : `within ${days} days`
}

export function describeDeadMail(
  { kind, carries, orderNumber, recipient, attempts, createdAt }: Overview['first']['mails'][number],
  { day }: Reader,
): string {
  const mail = describeMail(kind, carries)
  const what = orderNumber ? `${mail} of ${orderNumber}` : mail
  return `${what} to ${recipient} · since ${day(createdAt)}, ${countInWords(attempts)} ${attempts === 1 ? 'try' : 'tries'}`
}

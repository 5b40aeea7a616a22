import { dayIn, daysBetween } from '../calendar/calendar.ts'
import { deskRoutes } from '../routes/desk-routes.ts'
import { capitalised } from '../text/words.ts'
import { attentionWord } from './attention-words.ts'
import { countInWords, plural } from './count-words.ts'
import { describeMail } from './mail-words.ts'
import type { Overview, WaitingOrder } from './overview-answers.ts'
import { type DeskRole, mayDo } from './roles.ts'
import { summariseFindings } from './summarise-findings.ts'

export type Task = {
  key: string
  sign: 'alert' | 'lamp' | 'info' | 'clock' | 'letter'
  what: string
  href: string
  who: string
  sum: string
  act: string
}

/** Where and when the reader is. `day` writes a time as a day, and `money` cents. */
export type Reader = {
  role: DeskRole
  timeZone: string
  now: string
  day(at: string): string
  money(cents: number): string
}

/** 2 → "Two things wait" */
export function countThings(things: number): string {
  if (things === 0) return 'Nothing waits'
  return things === 1 ? 'One thing waits' : `${capitalised(countInWords(things))} things wait`
}

/** "The oldest since 5 Nov. Ten orders await $2,940.00." */
export function sumUpTasks(
  { first, awaiting }: Overview,
  { day, money }: Pick<Reader, 'day' | 'money'>,
): string {
  const times = Object.values(first).flatMap((kind) => kind.map(({ createdAt }) => createdAt))
  const oldest = times.toSorted()[0]
  const sentences = [
    oldest && `The oldest since ${day(oldest)}.`,
    awaiting.orders > 0 &&
      `${capitalised(countInWords(awaiting.orders))} ${awaiting.orders === 1 ? 'order awaits' : 'orders await'} ${
        awaiting.sum === null ? 'payment' : money(awaiting.sum)
      }.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** What waits for a role, the worst first, and of a kind the longest first. More than four of a kind fold into one. */
export function listTasks(overview: Overview, reader: Reader): Task[] {
  const { role, day } = reader
  const { first } = overview
  const isSelling = overview.doctor.every(({ grade }) => grade !== 'stops')
  return [
    ...(isSelling ? [] : doctor()),
    ...orders('refundFailed', {
      sign: 'alert',
      what: 'Refund failed',
      act: mayDo(role, 'orders.refund') ? 'Try again, or transfer it' : 'Read it',
    }),
    ...orders('refundToSend', {
      sign: 'clock',
      what: 'Refund to send',
      act: mayDo(role, 'orders.pay') ? 'Transfer it, then say so' : 'Read it',
    }),
    ...orders('disputed', {
      sign: 'alert',
      what: 'Disputed',
      act: mayDo(role, 'orders.refund') ? 'Read, then answer' : 'Read it',
    }),
    ...orders('attention', {
      sign: 'alert',
      what: 'Needs a look',
      act: mayDo(role, 'orders.refund') ? 'Answer, or refund it' : 'Read it',
    }),
    ...mails(),
    ...orders('review', {
      sign: 'info',
      what: 'In review',
      act: mayDo(role, 'orders.accept') ? 'Accept, or refund' : 'Read it',
    }),
    ...orders('awaiting', {
      sign: 'clock',
      what: 'Awaiting payment',
      act: mayDo(role, 'orders.pay') ? 'Take a payment' : 'Read it',
    }),
    ...credit(),
    ...messages(),
    ...(isSelling ? doctor() : []),
  ]

  function orders(
    kind: 'refundFailed' | 'refundToSend' | 'disputed' | 'attention' | 'review' | 'awaiting',
    look: Pick<Task, 'sign' | 'what' | 'act'>,
  ): Task[] {
    const count = kind === 'awaiting' ? overview.awaiting.orders : overview[kind]
    const all = first[kind]
    const shown = all.slice(0, shownOf(count))
    const waits = shown.map((order) => ({
      ...look,
      ...(order.payment && debits[order.payment]),
      key: order.number,
      href: deskRoutes.order(order.number),
      who: describeOrder(order, reader),
      sum: money(order.sum),
    }))
    const next = all[shown.length]
    if (!next) return waits
    const whole = kind === 'awaiting' ? overview.awaiting.sum : null
    const rest = whole === null ? null : whole - shown.reduce((total, { sum }) => total + (sum ?? 0), 0)
    return [...waits, fold(look.sign, count - shown.length, kind, describeOrder(next, reader), money(rest))]
  }

  function mails(): Task[] {
    const shown = first.mails.slice(0, shownOf(overview.mails.dead))
    const waits = shown.map((mail) => ({
      key: mail.id,
      sign: 'lamp' as const,
      what: 'Mail given up',
      href: deskRoutes.mail(mail.id),
      who: describeDeadMail(mail),
      sum: '',
      act: 'Try again, or resend',
    }))
    const next = first.mails[shown.length]
    if (!next) return waits
    return [...waits, fold('lamp', overview.mails.dead - shown.length, 'mails', describeDeadMail(next), '')]
  }

  function messages(): Task[] {
    const [oldest] = first.messages
    if (!oldest) return []
    const count = overview.messages.unanswered
    return [
      {
        key: 'messages',
        sign: 'letter',
        what: count === 1 ? 'One message' : `${capitalised(countInWords(count))} messages`,
        href: count === 1 ? deskRoutes.message(oldest.id) : deskRoutes.messages,
        who: `${oldest.name}, ${day(oldest.createdAt)}: “${oldest.says}”`,
        sum: '',
        act: 'Read and answer',
      },
    ]
  }

  function credit(): Task[] {
    const [largest] = overview.owed?.first ?? []
    if (!overview.owed || !largest) return []
    const more = overview.owed.orders - 1
    return [
      {
        key: 'credit',
        sign: 'info',
        what: 'Credit of buyers',
        href: '#credit',
        who: `${largest.buyer} · ${largest.number}${more > 0 ? `, and ${countInWords(more)} more` : ''}`,
        sum: money(overview.owed.sum),
        act: mayDo(role, 'orders.refund') ? 'Pay it back' : 'Read it',
      },
    ]
  }

  function doctor(): Task[] {
    if (overview.doctor.length === 0) return []
    return [
      {
        key: 'doctor',
        sign: isSelling ? 'info' : 'alert',
        what: isSelling ? 'Doctor' : 'Selling stopped',
        href: '#doctor',
        who: summariseFindings(overview.doctor),
        sum: '',
        act: 'See what to do',
      },
    ]
  }

  function money(cents: number | null): string {
    return cents === null ? '' : reader.money(cents)
  }
}

const debits: Record<'processing' | 'failed', Partial<Task>> = {
  processing: { what: 'Bank at work', act: 'Read it' },
  failed: { sign: 'alert', what: 'Payment refused' },
}

const rests = {
  refundFailed: {
    state: 'with failed refunds',
    href: `${deskRoutes.orders}?status=refunded,partially_refunded`,
  },
  refundToSend: {
    state: 'with refunds to send',
    href: `${deskRoutes.orders}?status=refunded,partially_refunded`,
  },
  attention: { state: 'to look at', href: `${deskRoutes.orders}?status=paid,partially_refunded` },
  disputed: { state: 'disputed', href: `${deskRoutes.orders}?status=disputed` },
  review: { state: 'in review', href: `${deskRoutes.orders}?status=review` },
  awaiting: { state: 'await', href: `${deskRoutes.orders}?status=pending&method=transfer` },
  mails: { state: 'given up', href: `${deskRoutes.mails}?status=dead` },
}

/** @param next the one that would be shown next, in words */
function fold(sign: Task['sign'], count: number, kind: keyof typeof rests, next: string, sum: string): Task {
  const { state, href } = rests[kind]
  const what = `${capitalised(countInWords(count))} more ${state}`
  return { key: kind, sign, what, href, who: `The next: ${next}`, sum, act: 'See them' }
}

/** Five are shown as five: a fold of one would save no line. */
function shownOf(count: number): number {
  return count > 5 ? 4 : 5
}

function describeOrder(order: WaitingOrder, reader: Reader): string {
  const { buyer, number, purchaseOrder } = order
  const { attention, payment } = order
  const says = attention && `${attentionWord(attention.kind)}: ${attention.reason.replaceAll('_', ' ')}`
  return [
    buyer,
    number,
    purchaseOrder && `PO ${purchaseOrder}`,
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

/** "due 2 Dec", "3 days late, reminded 15 Nov", or when it was ordered. */
function describeDue(
  order: WaitingOrder,
  { timeZone, now, day }: Pick<Reader, 'timeZone' | 'now' | 'day'>,
): string {
  const { dueAt, createdAt, remindedOn, attention, refund } = order
  if (refund) return describeRefund(refund, { timeZone, now, day })
  if (attention) return attention.dueBy ? `answer by ${day(attention.dueBy)}` : `ordered ${day(createdAt)}`
  if (dueAt === null) return `ordered ${day(createdAt)}`
  const late = daysBetween(dayIn(timeZone, dueAt), dayIn(timeZone, now))
  const due = late > 0 ? `${countInWords(late)} ${late === 1 ? 'day' : 'days'} late` : `due ${day(dueAt)}`
  return remindedOn && late > 0 ? `${due}, reminded ${day(remindedOn)}` : due
}

/** "since 22 Nov, promised within 3 days, no account yet" */
function describeRefund(
  { askedAt, by, hasAccount }: NonNullable<WaitingOrder['refund']>,
  { timeZone, now, day }: Pick<Reader, 'timeZone' | 'now' | 'day'>,
): string {
  const left = daysBetween(dayIn(timeZone, now), by)
  const promised = left < 0 ? `${plural(-left, 'day')} late` : `promised ${inDaysText(left)}`
  return [`since ${day(askedAt)}`, promised, !hasAccount && 'no account yet'].filter(Boolean).join(', ')
}

/** 0 → "today", 1 → "by tomorrow", 3 → "within 3 days" */
function inDaysText(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'by tomorrow' : `within ${days} days`
}

function describeDeadMail({
  kind,
  carries,
  orderNumber,
  recipient,
  attempts,
}: Overview['first']['mails'][number]) {
  const mail = describeMail(kind, carries)
  const what = orderNumber ? `${mail} of ${orderNumber}` : mail
  return `${what} to ${recipient} · ${countInWords(attempts)} ${attempts === 1 ? 'try' : 'tries'}`
}

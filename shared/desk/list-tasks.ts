import { addDays, dayIn } from '../calendar/calendar.ts'
import { deskRoutes } from '../routes/desk-routes.ts'
import { capitalised } from '../text/words.ts'
import { countInWords, plural } from './count-words.ts'
import { describeDeadMail, describeOrder, describeQuote, type Reader } from './describe-waiting.ts'
import type { Overview, WaitingOrder } from './overview-answers.ts'
import { mayDo } from './roles.ts'
import { summariseFindings } from './summarise-findings.ts'
import { isTaskOf, type TaskKind, taskKinds, type WaitingKind, waitingWords } from './waiting-words.ts'

/** The days ahead in which Today counts licences whose updates end. */
export const renewalDays = 30

export type Task = {
  key: string
  /** Who can complete it: `you` or `others`; `besides` ends by itself. */
  waitsFor: 'you' | 'others' | 'besides'
  sign: 'alert' | 'lamp' | 'info' | 'clock' | 'letter'
  what: string
  href: string
  who: string
  sum: string
  act: string
}

/** 2 → "Two things wait" */
export function countThings(things: number): string {
  if (things === 0) return 'Nothing waits'
  return things === 1 ? 'One thing waits' : `${capitalised(countInWords(things))} things wait`
}

/** "The oldest since 5 Nov. Ten orders await $2,940.00." */
export function sumUpTasks(
  { first, awaiting }: Overview,
  { role, day, money }: Pick<Reader, 'role' | 'day' | 'money'>,
): string {
  const own = Object.entries(first).filter(([kind]) => isTaskOf(role, kind as TaskKind))
  const times = own.flatMap(([, kind]) => kind.map((each) => ('since' in each ? each.since : each.createdAt)))
  const oldest = times.toSorted()[0]
  const sentences = [
    oldest && `The oldest since ${day(oldest)}.`,
    // A role that takes no payments sees no sum here.
    awaiting.orders > 0 &&
      awaiting.sum !== null &&
      `${capitalised(countInWords(awaiting.orders))} ${awaiting.orders === 1 ? 'order awaits' : 'orders await'} ${money(awaiting.sum)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Lists a role's tasks, most urgent kind first, in the overview's order within a kind. Five or more fold after four. */
export function listTasks(overview: Overview, reader: Reader): Task[] {
  const { role } = reader
  const isSelling = overview.doctor.every(({ grade }) => grade !== 'stops')
  const doctor = doctorTask(overview, isSelling)
  const ofKinds = taskKinds.flatMap((kind) => {
    const { press, find } = kinds[kind]
    const isOwn = isTaskOf(role, kind)
    const whose = { waitsFor: isOwn ? 'you' : 'others', act: isOwn ? press : 'Read it' } as const
    return find(overview, reader).map((task) => ({ ...whose, ...task }))
  })
  const others = [releaseTask(overview, reader), answeredTask(overview), renewalsTask(overview, reader)]
  const all = [isSelling ? null : doctor, ...ofKinds, ...others, isSelling ? doctor : null]
  return (['you', 'others', 'besides'] as const).flatMap((waitsFor) =>
    all.flatMap((task) => (task?.waitsFor === waitsFor ? { sum: '', ...task } : [])),
  )
}

type Unsummed = Omit<Task, 'sum'> & { sum?: string }
type TaskOfKind = Omit<Unsummed, 'waitsFor' | 'act'> & { act?: string }
type Find = (overview: Overview, reader: Reader) => TaskOfKind[]

/** The act's words for a role that may do it, and the kind's tasks. */
const kinds: Record<TaskKind, { press: string; find: Find }> = {
  refundFailed: { press: 'Try again, or transfer it', find: findOrders('refundFailed', 'alert') },
  refundToSend: { press: 'Transfer it, then say so', find: findOrders('refundToSend', 'clock') },
  disputed: { press: 'Read, then answer', find: findOrders('disputed', 'alert') },
  attention: { press: 'Answer, or refund it', find: findOrders('attention', 'alert') },
  mails: { press: 'Try again, or set aside', find: findMails },
  review: { press: 'Accept, or refund', find: findOrders('review', 'info') },
  awaiting: { press: 'Take a payment', find: findOrders('awaiting', 'clock') },
  lapsing: { press: 'Write, or mail it again', find: findLapsing },
  credit: { press: 'Pay another order by it', find: findCredit },
  messages: { press: 'Read and answer', find: findMessages },
}

function findOrders(kind: WaitingKind, sign: Task['sign']): Find {
  return (overview, reader) => {
    const { orders: count, sum: whole } =
      kind === 'awaiting' ? overview.awaiting : { orders: overview[kind], sum: null }
    const toTask = (order: WaitingOrder) => ({
      sign,
      what: waitingWords[kind],
      ...(kind === 'awaiting' && order.quote && accepted),
      ...(kind === 'awaiting' && order.payment && debits[order.payment]),
      key: order.number,
      href: deskRoutes.order(order.number),
      who: describeOrder(order, reader),
      sum: sumText(order.sum, reader),
    })
    return fold(overview.first[kind], toTask, { kind, sign, count }, (shown) =>
      sumText(whole && whole - shown.reduce((total, { sum }) => total + (sum ?? 0), 0), reader),
    )
  }
}

/** Empty for a role that sees no sums. */
function sumText(cents: number | null, { money }: Reader): string {
  return cents === null ? '' : money(cents)
}

function findMails({ first, mails }: Overview, reader: Reader): TaskOfKind[] {
  const toTask = (mail: Overview['first']['mails'][number]) => ({
    key: mail.id,
    sign: 'lamp' as const,
    what: 'Mail given up',
    href: deskRoutes.mail(mail.id),
    who: describeDeadMail(mail, reader),
  })
  return fold(first.mails, toTask, { kind: 'mails', sign: 'lamp', count: mails.dead })
}

function findLapsing({ first, lapsing }: Overview, reader: Reader): TaskOfKind[] {
  const toTask = (quote: Overview['first']['lapsing'][number]) => ({
    key: quote.number,
    sign: 'clock' as const,
    what: 'Quote lapses',
    href: deskRoutes.quote(quote.id),
    who: describeQuote(quote, reader),
    sum: sumText(quote.total, reader),
  })
  return fold(first.lapsing, toTask, { kind: 'lapsing', sign: 'clock', count: lapsing })
}

function findCredit({ owed }: Overview, { role, money }: Reader): TaskOfKind[] {
  const [largest] = owed?.first ?? []
  if (!owed || !largest) return []
  const more = owed.orders - 1
  return [
    {
      key: 'credit',
      sign: 'info',
      what: 'Credit of buyers',
      href: '#credit',
      who: `${largest.buyer} · ${largest.number}${more > 0 ? `, and ${countInWords(more)} more` : ''}`,
      sum: money(owed.sum),
      ...(mayDo(role, 'orders.refund') && { act: 'Pay it back' }),
    },
  ]
}

function findMessages({ first, messages }: Overview, { role, day }: Reader): TaskOfKind[] {
  const [oldest] = first.messages
  if (!oldest) return []
  const count = messages.unanswered
  return [
    {
      key: 'messages',
      sign: 'letter',
      what: count === 1 ? 'One message' : `${capitalised(countInWords(count))} messages`,
      href: count === 1 ? deskRoutes.message(oldest.id) : deskRoutes.messages,
      who: `${oldest.name}, ${day(oldest.createdAt)}: “${oldest.says}”`,
      ...(count > 1 && !isTaskOf(role, 'messages') && { act: 'See them' }),
    },
  ]
}

function releaseTask({ incompleteRelease: found }: Overview, { calendarDay }: Reader): Unsummed | null {
  if (!found) return null
  const { version, date, files, missing } = found
  const lacks = files === 0 ? 'it has none' : `${missing} of ${plural(files, 'file')} without size and hashes`
  return {
    key: 'release',
    waitsFor: 'you',
    sign: 'info',
    what: 'Release without files',
    href: deskRoutes.release(version),
    who: `${version} · since ${calendarDay(date)}, ${lacks}`,
    act: 'Add them: releases add',
  }
}

function answeredTask({ answered }: Overview): Unsummed | null {
  if (answered === 0) return null
  return {
    key: 'answered',
    waitsFor: 'besides',
    sign: 'clock',
    what: answered === 1 ? 'Dispute answered' : 'Disputes answered',
    href: deskRoutes.ordersLike({ status: 'disputed' }),
    who: `${capitalised(countInWords(answered))} ${answered === 1 ? 'order is' : 'orders are'} with the bank, which decides`,
    act: 'See them',
  }
}

function renewalsTask({ renewals }: Overview, { timeZone, now, day }: Reader): Unsummed | null {
  const { licences = 0, first = null } = renewals ?? {}
  if (licences === 0 || first === null) return null
  const endsFrom = dayIn(timeZone, now)
  const endsTo = addDays(endsFrom, renewalDays)
  return {
    key: 'renewals',
    waitsFor: 'besides',
    sign: 'clock',
    what: `Renewals of ${renewalDays} days`,
    href: deskRoutes.licencesLike({ status: 'active', endsFrom, endsTo, sort: 'updatesUntil' }),
    who: `Updates of ${plural(licences, 'licence')} end, the first on ${day(first)}`,
    act: 'See licences',
  }
}

function doctorTask({ doctor }: Overview, isSelling: boolean): Unsummed | null {
  if (doctor.length === 0) return null
  return {
    key: 'doctor',
    waitsFor: isSelling ? 'besides' : 'you',
    sign: isSelling ? 'info' : 'alert',
    what: isSelling ? 'Doctor' : 'Selling stopped',
    href: '#doctor',
    who: summariseFindings(doctor),
    act: 'See what to do',
  }
}

const accepted: Partial<TaskOfKind> = { what: 'Accepted quote unpaid' }

const debits: Record<'processing' | 'failed', Partial<TaskOfKind>> = {
  processing: { what: 'Bank at work', act: 'Read it' },
  failed: { sign: 'alert', what: 'Payment refused' },
}

/** Longest waiting first, as in Today. */
const waiting = (kind: WaitingKind) => deskRoutes.ordersLike({ waits: kind, sort: 'createdAt' })

const rests = {
  refundFailed: { state: 'with failed refunds', href: waiting('refundFailed') },
  refundToSend: { state: 'with refunds to send', href: waiting('refundToSend') },
  attention: { state: 'to look at', href: waiting('attention') },
  disputed: { state: 'disputed', href: waiting('disputed') },
  review: { state: 'in review', href: waiting('review') },
  awaiting: { state: 'await', href: waiting('awaiting') },
  lapsing: { state: 'lapse', href: deskRoutes.quotesLike({ state: 'open', sort: 'validUntil' }) },
  mails: { state: 'given up', href: `${deskRoutes.mails}?status=dead` },
}

/**
 * Lists four of a kind and folds the others into one task.
 * @param sumOfRest the sum of the folded ones, in words
 */
function fold<Row>(
  rows: readonly Row[],
  toTask: (row: Row) => TaskOfKind,
  { kind, sign, count }: { kind: keyof typeof rests; sign: Task['sign']; count: number },
  sumOfRest: (shown: Row[]) => string = () => '',
): TaskOfKind[] {
  // Five rows aren't folded, because a fold of one would save no line.
  const shown = rows.slice(0, count > 5 ? 4 : 5)
  const tasks = shown.map(toTask)
  const next = rows[shown.length]
  if (next === undefined) return tasks
  const { state, href } = rests[kind]
  const rest = `${capitalised(countInWords(count - shown.length))} more ${state}`
  const what = [rest, sumOfRest(shown)].filter(Boolean).join(' ')
  // Next to the next one's words, its own sum would look like that of the whole fold.
  const who = `The next: ${toTask(next).who}`
  return [...tasks, { key: kind, sign, what, href, who, act: 'See them' }]
}

import { type Day, dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { aNote } from '#shared/orders/invoice-text.ts'
import { isPartlyPaid, type Order } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { SplitSection } from '../../site/ui/section.tsx'

type Entry = { day: Day; text: string; isToday?: boolean }

export function WhatHappensWhen({ order }: { order: Order }) {
  const timeZone = useTimeZone()
  const entries = entriesOf(order, timeZone)
  return (
    <SplitSection className="section--tight NoPrint" id="days" title="What happens when">
      <ol className="Days Ruled">
        {entries.map(({ day, text, isToday }) => (
          <li
            key={`${day} ${text}`}
            {...(isToday && { 'data-current': '', 'aria-current': 'date' as const })}
          >
            <time dateTime={day}>{isToday ? 'Today' : formatDate(day)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </SplitSection>
  )
}

type Texts = Record<Order['steps'][number]['kind'], string> & { today: string }

const textsOfWhole = (taxed: boolean): Texts => ({
  today: 'Waiting for the transfer. Banks take a day or two.',
  remind: 'A reminder, if nothing has come.',
  due: 'The invoice is due.',
  lapse: `The order lapses at the end of the day, ${aNote(taxed)} cancels the invoice, and nothing is owed. Money that comes later still counts.`,
})

const textsOfPart: Texts = {
  today: 'Waiting for the rest. Banks take a day or two.',
  remind: 'A reminder, if the rest hasn’t come.',
  due: 'The invoice is due.',
  lapse: 'We write to you, if the rest hasn’t come.',
}

const textsOfPast: Partial<Texts> = { remind: 'We reminded you by email.', due: 'The invoice was due.' }

const textsOfPastPart: Partial<Texts> = {
  ...textsOfPast,
  lapse: 'The last day. The order hasn’t lapsed, because a part has come. We write to you.',
}

function entriesOf(order: Order, timeZone: string): Entry[] {
  const { today } = order
  const [texts, pastTexts] = isPartlyPaid(order)
    ? [textsOfPart, textsOfPastPart]
    : [textsOfWhole(order.taxRule !== null), textsOfPast]
  const reminded = order.mails
    .filter(({ kind, status }) => kind === 'transfer_reminder' && status !== 'dead')
    .map(({ at }) => dayIn(timeZone, at))
  const isPast = ({ kind, day }: Order['steps'][number]) =>
    kind === 'remind' ? reminded.some((sent) => sent >= day) : day < today
  const placed = dayIn(timeZone, order.createdAt)
  const first: Entry = { day: placed, text: 'You ordered, and we mailed the invoice.' }
  const came = order.payments.map(({ amount, date }) => ({
    day: dayIn(timeZone, date),
    text: `${formatPrice(amount, order.currency)} came.`,
  }))
  const now: Entry = { day: today, text: texts.today, isToday: true }
  const reminders = order.steps.filter(({ kind }) => kind === 'remind')
  const entryOf = (step: Order['steps'][number], text = texts[step.kind]): Entry => ({
    day: step.day,
    text: reminders.indexOf(step) === 1 ? text.replace('A reminder', 'A second reminder') : text,
  })
  const past = order.steps.filter(isPast).map((step) => entryOf(step, pastTexts[step.kind]))
  const ahead = order.steps.filter((step) => !isPast(step)).map((step) => entryOf(step))
  // Within a day, past entries come before expected ones.
  return [first, ...came, ...past, now, ...ahead].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

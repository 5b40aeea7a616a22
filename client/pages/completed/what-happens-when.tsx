import { type Day, dayIn, formatDate } from '#shared/calendar.ts'
import type { Order } from '#shared/orders.ts'
import { useTimeZone } from '../../app-state.tsx'

type Entry = { day: Day; text: string; isToday?: boolean }

/** Only the browser knows today, so the server leaves it out. */
export function WhatHappensWhen({ order, today }: { order: Order; today: Day | null }) {
  const timeZone = useTimeZone()
  const entries = entriesOf(order, dayIn(timeZone, order.createdAt), today)
  return (
    <section className="section section--tight NoPrint" data-tone="paper" aria-labelledby="days">
      <div className="wrap Split">
        <h2 className="Split-title" id="days">
          What happens when
        </h2>
        <ol className="Days">
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
      </div>
    </section>
  )
}

const texts: Record<Order['steps'][number]['kind'], string> = {
  remind: 'A reminder, if nothing has come.',
  due: 'The invoice is due.',
  lapse:
    'The order lapses at the end of the day, a note cancels the invoice, and nothing is owed. Money that comes later still counts.',
}

function entriesOf({ steps }: Order, placed: Day, today: Day | null): Entry[] {
  const first: Entry = { day: placed, text: 'You ordered, and we mailed the invoice.' }
  const now: Entry[] = today
    ? [{ day: today, text: 'Waiting for the transfer. Banks take a day or two.', isToday: true }]
    : []
  const all = [first, ...now, ...steps.map(({ kind, day }) => ({ day, text: texts[kind] }))]
  return all.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

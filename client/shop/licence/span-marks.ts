import { type Day, daysBetween } from '#shared/calendar/calendar.ts'
import { isCovered } from '#shared/releases/coverage.ts'
import type { Release } from '#shared/releases/releases.ts'

type Mark = { version: string; x: number; isCovered: boolean; isLabelled: boolean }

type SpanMarks = {
  /** Null while today is unknown. */
  now: number | null
  until: number
  after: { from: number; to: number } | null
  marks: Mark[]
}

type Covered = {
  /** Null on the server, because stored pages are shown on later days. */
  today: Day | null
  until: Day
  /** Null if no renewal is chosen. */
  renewedUntil: Day | null
  releases: readonly Pick<Release, 'version' | 'date'>[]
}

/** In percent: the space around days, and between labels. */
const margin = 4
const labelWidth = 10

/** Positions days on a line, in percent of its width. */
export function spanMarks({ today, until, renewedUntil, releases }: Covered): SpanMarks {
  const known = [today, until, renewedUntil].filter((day) => day !== null)
  const days = [...known, ...releases.map(({ date }) => date)]
  const sorted = days.toSorted()
  const [first = until, last = until] = [sorted[0], sorted.at(-1)]
  const length = Math.max(daysBetween(first, last), 1)
  const place = (day: Day) => margin + (daysBetween(first, day) / length) * (100 - 2 * margin)
  return {
    now: today && place(today),
    until: place(until),
    after: renewedUntil && { from: place(today && until < today ? today : until), to: place(renewedUntil) },
    marks: label(
      releases
        .map(({ version, date }) => ({ version, x: place(date), isCovered: isCovered({ date }, until) }))
        .toSorted((a, b) => b.x - a.x),
    ),
  }
}

/** Labels the newest releases first; a patch release has only a tick. */
function label(marks: Omit<Mark, 'isLabelled'>[]): Mark[] {
  let free = Number.POSITIVE_INFINITY
  return marks.map((mark) => {
    const isLabelled = mark.version.endsWith('.0') && mark.x <= free
    if (isLabelled) free = mark.x - labelWidth
    return { ...mark, isLabelled }
  })
}

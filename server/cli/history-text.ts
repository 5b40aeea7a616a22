import { dayIn } from '#shared/calendar/calendar.ts'
import type { HistoryEntry } from '#shared/desk/answers.ts'
import {
  describeAct,
  describeChanges,
  describeDetail,
  describeSubject,
  describeWho,
} from '#shared/desk/audit-words.ts'
import { formatSum } from '#shared/desk/words.ts'

type Entry = Pick<HistoryEntry, 'who' | 'act' | 'detail' | 'before' | 'after'> & {
  /** Absent in the history of a single subject. */
  subject?: string
  name?: string
}

/** "The command line wrote a note, 2026-000123; Note: Calls back" */
export function textOfEntry(
  { who, act, subject = '', name = '', detail, before, after }: Entry,
  { currency, timeZone }: { currency: string; timeZone: string },
): string {
  const format = {
    money: (cents: number) => formatSum(cents, currency),
    day: (time: string) => dayIn(timeZone, time),
  }
  const changes = describeChanges(before, after, format, name).map(
    ({ label, from, to }) => `${label}: ${[from, to].filter((value) => value !== null).join(', now ')}`,
  )
  const did = [
    `${describeWho(who)} ${describeAct(act, who)}`,
    describeSubject({ who: who ?? '', subject, name }),
  ]
    .filter(Boolean)
    .join(', ')
  return [did, ...(detail ? [describeDetail(detail)] : []), ...changes].join('; ')
}

import { dayIn } from '#shared/calendar/calendar.ts'
import type { DeskCode } from '#shared/desk/code-answers.ts'
import type { Columns } from '../../web/http/csv.ts'

export const codeColumns: Columns<DeskCode & { state: string }> = {
  code: ({ code }) => code,
  percent: ({ percent }) => percent,
  amount: ({ amount }) => (amount === null ? null : { cents: amount }),
  products: ({ skus }) => skus?.join(' ') ?? 'all',
  for: (code) => code.for,
  from: ({ from }) => from,
  to: ({ to }) => to,
  state: ({ state }) => state,
  held: ({ reserved }) => reserved,
  used: ({ counted }) => counted,
  'most uses': ({ maxUses }) => maxUses,
  quoted: ({ promised }) => promised,
  note: ({ note }) => note,
  made: ({ createdAt }, timeZone) => dayIn(timeZone, createdAt),
}

import type { Day } from '../calendar/calendar.ts'
import type { DeskCode } from './code-answers.ts'

/** Whether a code can be used on a day. Reserved uses count, because their orders may still be paid. */
export function stateOfCode(
  { endedAt, from, to, maxUses, reserved, counted }: DeskCode,
  today: Day,
): 'running' | 'later' | 'spent' | 'ended' {
  if (endedAt || (to && to < today)) return 'ended'
  if (maxUses !== null && reserved + counted >= maxUses) return 'spent'
  return from && today < from ? 'later' : 'running'
}

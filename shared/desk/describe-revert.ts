import { formatDate } from '../calendar/calendar.ts'
import type { RefundPreview } from './order-answers.ts'
import { describeKey } from './words.ts'

/** "set the licence ending 7K2Q back to Solo, 2 machines, updates until 22 November 2028" */
export function describeRevert({
  keyHint,
  plan,
  seats,
  updatesUntil,
}: NonNullable<RefundPreview['setsBack']>): string {
  const machines = seats === 1 ? '1 machine' : `${seats} machines`
  return `set the licence ${describeKey(keyHint)} back to ${plan}, ${machines}, updates until ${formatDate(updatesUntil)}`
}

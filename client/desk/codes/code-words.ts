import type { Day } from '#shared/calendar/calendar.ts'
import type { DeskCode } from '#shared/desk/code-answers.ts'
import { usePricing } from '../../site/framework/app-state.tsx'

export const kindsOfCode: Record<DeskCode['for'], string> = {
  new: 'new',
  renewal: 'renewals',
  any: 'new and renewals',
}

/** "All plans", or the names of the code's plans. */
export function usePlansOf(): (code: Pick<DeskCode, 'skus'>) => string {
  const pricing = usePricing()
  return ({ skus }) => {
    if (skus === null) return 'All plans'
    return skus.map((sku) => pricing?.products.find((product) => product.sku === sku)?.name ?? sku).join(', ')
  }
}

/** "15 %", "$20.00" */
export function describeOff(
  { percent, amount }: Pick<DeskCode, 'percent' | 'amount'>,
  money: (cents: number) => string,
): string {
  return percent === null ? money(amount ?? 0) : `${percent}%`
}

/** "3", "3 of 5" */
export function describeUses({ counted, maxUses }: Pick<DeskCode, 'counted' | 'maxUses'>): string {
  return maxUses === null ? String(counted) : `${counted} of ${maxUses}`
}

/** "1 Nov to 30 Nov", "always" */
export function describeDays(
  { from, to }: Pick<DeskCode, 'from' | 'to'>,
  calendarDay: (day: Day) => string,
): string {
  if (from && to) return `${calendarDay(from)} to ${calendarDay(to)}`
  if (from) return `from ${calendarDay(from)}`
  return to ? `to ${calendarDay(to)}` : 'always'
}

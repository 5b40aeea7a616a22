import type { Day } from '#shared/calendar/calendar.ts'
import type { Candidate } from '../../desk/statement/match/find-orders.ts'

export const today = '2026-11-26' as Day

/** An unpaid order of 229.00. */
export function anyCandidate(change: Partial<Candidate> & Pick<Candidate, 'number'>): Candidate {
  const outstanding = change.outstanding ?? 22_900
  return {
    total: outstanding,
    outstanding,
    currency: 'AUD',
    placedOn: '2026-11-18' as Day,
    purchaseOrder: null,
    invoices: [],
    names: ['Nobody Known'],
    emails: [],
    isRefunded: false,
    toSend: 0,
    ...change,
  }
}

/** Texts of one day, in the order's currency. */
export function linesOf(texts: string[], amounts: number[], days: Day[] = texts.map(() => today)) {
  return { texts, amounts, days, currencies: [], today }
}

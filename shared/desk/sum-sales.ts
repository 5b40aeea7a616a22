import type { Sales } from './overview-answers.ts'

export function sumSales(parts: readonly Sales[]): Sales {
  const sum = (member: keyof Sales) => parts.reduce((total, part) => total + part[member], 0)
  return { orders: sum('orders'), total: sum('total'), refunded: sum('refunded'), tax: sum('tax') }
}

/** 148, 100 → "48% more now"; nothing beside a sum that isn't more than zero */
export function compareTotals(now: number, before: number): string {
  if (before <= 0) return ''
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'as much now'
  return percent > 0 ? `${percent}% more now` : `${-percent}% less now`
}

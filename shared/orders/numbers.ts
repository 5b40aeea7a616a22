import type { InvoiceKind } from './invoice.ts'

export type Series = InvoiceKind | 'quote'

const prefixes: Record<Series, string> = {
  invoice: 'INV',
  adjustment_note: 'ADJ',
  receipt: 'RCT',
  quote: 'Q',
}

/** `('invoice', 343)` → "INV-000343" */
export function documentNumber(series: Series, count: number | string): string {
  return numberOf(prefixes[series], count)
}

/** `('2026', 402)` → "2026-000402" */
export function orderNumber(year: string, count: number | string): string {
  return numberOf(year, count)
}

/**
 * Reads the number of an order or document as people type it: "inv 4" → "INV-000004".
 * @returns null for other text
 */
export function readDocumentNumber(text: string): string | null {
  const [, series = '', count = ''] = /^\s*(\d{4}|[a-z]+)[\s-]*0*(\d{1,9})\s*$/i.exec(text) ?? []
  return count && numberOf(series.toUpperCase(), count)
}

/** Whether a text is such a number without gaps. A correction's number ends in a second count: "INV-000004-2" */
export function isDocumentNumber(text: string): boolean {
  const [series = '', ...counts] = text.toUpperCase().split('-')
  const most = /^20\d\d$/.test(series) ? 1 : Object.values(prefixes).includes(series) ? 2 : 0
  return counts.length > 0 && counts.length <= most && counts.every((count) => /^\d{1,9}$/.test(count))
}

function numberOf(series: string, count: number | string): string {
  return `${series}-${String(count).padStart(6, '0')}`
}

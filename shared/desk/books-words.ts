import type { BookBasis } from './books-answers.ts'
import { formatSum } from './words.ts'

/** What the books add and take off. The cash basis counts money, not documents. */
export const bookFlows: Record<BookBasis, { plus: string; minus: string }> = {
  accrual: { plus: 'Sales', minus: 'Adjustments' },
  cash: { plus: 'Money that came in', minus: 'Money that went back' },
}

/** "G1 is $458.00 that came in, less $100.00 that went back." @param sums in cents @param figure "G1" */
export function describeBooks(
  { basis, sales, adjustments }: { basis: BookBasis; sales: number; adjustments: number },
  { figure, currency }: { figure: string; currency: string },
): string {
  const [plus, minus] = [formatSum(sales, currency), formatSum(adjustments, currency)]
  if (sales === 0 && adjustments === 0)
    return basis === 'cash'
      ? `${figure} is zero: no money came in or went back in these days.`
      : `${figure} is zero: no invoice and no note was issued in these days.`
  const all = sales === adjustments
  if (basis === 'cash')
    return all
      ? `${figure} is zero: ${plus} came in, and as much went back.`
      : `${figure} is ${plus} that came in, less ${minus} that went back.`
  return all
    ? `${figure} is zero: sales of ${plus}, and adjustments of as much.`
    : `${figure} is sales of ${plus} less adjustments of ${minus}.`
}

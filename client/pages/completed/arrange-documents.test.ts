import { expect, test } from 'vitest'
import type { OrderDocument } from '#shared/orders/orders.ts'
import { inReadingOrder, standingOf } from './arrange-documents.ts'

const document = (
  number: string,
  content: object = { kind: 'invoice' },
  replacedBy: string | null = null,
): OrderDocument =>
  ({
    number,
    replacedBy,
    kind: 'kind' in content && content.kind === 'invoice' ? 'invoice' : 'receipt',
    content: { number, taxed: true, ...content },
  }) as OrderDocument

const note = (number: string, of: string, refunds: boolean, total = 100) =>
  document(number, { kind: 'adjustment_note', invoice: { number: of }, refunds, total })

const arranged = (documents: OrderDocument[]) =>
  inReadingOrder(documents).map((each) =>
    [each.number, standingOf(each, documents)?.by ?? ''].join(' ').trim(),
  )

test('after a lapse and a late payment the invoice that counts comes first, and the dead one says so', () => {
  expect(arranged([document('INV-1'), note('ADJ-1', 'INV-1', false), document('INV-2')])).toEqual([
    'INV-2',
    'ADJ-1',
    'INV-1 Cancelled by adjustment note ADJ-1.',
  ])
})

test('a lapse puts its note first', () => {
  expect(arranged([document('INV-1'), note('ADJ-1', 'INV-1', false)])).toEqual([
    'ADJ-1',
    'INV-1 Cancelled by adjustment note ADJ-1.',
  ])
})

test('a correction comes before what it replaces, and a receipt after its invoice', () => {
  const receipt = document('RCT-1', { kind: 'receipt', invoice: { number: 'INV-2' } })
  expect(arranged([document('INV-1', undefined, 'INV-2'), receipt, document('INV-2')])).toEqual([
    'INV-2 Paid.',
    'RCT-1',
    'INV-1 Replaced by INV-2.',
  ])
})

test('an invoice that was paid after its issue says so', () => {
  const receipt = document('RCT-1', { kind: 'receipt', invoice: { number: 'INV-1' } })
  expect(arranged([document('INV-1'), receipt])).toEqual(['INV-1 Paid.', 'RCT-1'])
})

test('a refunded invoice stays first, and names its last note', () => {
  const notes = [note('ADJ-1', 'INV-1', true), note('ADJ-2', 'INV-1', true)]
  expect(arranged([document('INV-1'), ...notes])).toEqual([
    'INV-1 Lowered by adjustment note ADJ-2.',
    'ADJ-1',
    'ADJ-2',
  ])
})

test('an invoice whose money came back says that it counts in full again', () => {
  const notes = [note('ADJ-1', 'INV-1', true), note('ADJ-2', 'INV-1', true, -100)]
  expect(arranged([document('INV-1'), ...notes])[0]).toBe('INV-1 Raised again by adjustment note ADJ-2.')
})

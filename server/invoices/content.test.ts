import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceContentSchema } from '#shared/invoice.ts'
import { taxIncluded } from '#shared/tax.ts'
import { anyOrder, anyOrderLine } from '../testing/any-order.ts'
import { adjustmentNoteContent, invoiceContent } from './content.ts'
import { seller } from './seller.fixture.ts'

const gst = { name: 'GST', divisor: 11 } as const
const now = new Date('2026-06-30T22:01:00Z')
const invoice = { number: 'INV-000001', date: '2026-07-01' } as const

/** A total with its growing cumulative refunds. */
const refundedTotals = fc.integer({ min: 1, max: 10_000_000 }).chain((total) =>
  fc.record({
    total: fc.constant(total),
    steps: fc
      .uniqueArray(fc.integer({ min: 1, max: total }), { maxLength: 8 })
      .map((steps) => steps.sort((a, b) => a - b)),
  }),
)

function notes(total: number, steps: number[], country: string) {
  const order = anyOrder({ total, country })
  return steps.map((after, index) =>
    adjustmentNoteContent({
      order,
      seller,
      number: 'ADJ-000001',
      now,
      invoice,
      refunded: { before: steps[index - 1] ?? 0, after },
    }),
  )
}

test('the invoice less its notes is always what is kept, and its GST the GST of what is kept', () => {
  fc.assert(
    fc.property(refundedTotals, ({ total, steps }) => {
      const order = anyOrder({ total, tax: taxIncluded(total, gst) })
      const issued = invoiceContent({ order, lines: [], seller, number: 'INV-000001', now })
      let [kept, tax] = [issued.total, issued.tax]
      for (const [index, note] of notes(total, steps, 'AU').entries()) {
        kept -= note.total
        tax -= note.tax
        expect(kept).toBe(total - (steps[index] ?? 0))
        expect(tax).toBe(taxIncluded(kept, gst))
        expect(invoiceContentSchema.parse(note)).toEqual(note)
        expect(note).toMatchObject({ after: { total: kept, tax } })
      }
    }),
  )
})

test('abroad neither invoice nor note has GST', () => {
  fc.assert(
    fc.property(refundedTotals, ({ total, steps }) => {
      for (const note of notes(total, steps, 'NZ')) expect(note).toMatchObject({ tax: 0, taxed: false })
    }),
  )
  const order = anyOrder({ country: 'NZ', tax: 0 })
  const content = invoiceContent({
    order,
    lines: [anyOrderLine({ tax: 0 })],
    seller,
    number: 'INV-000001',
    now,
  })
  expect(content).toMatchObject({
    tax: 0,
    taxed: false,
    lines: [{ tax: 0 }],
    buyer: { country: 'New Zealand' },
  })
})

test('the date is the seller’s, which decides the financial year', () => {
  const content = invoiceContent({
    order: anyOrder(),
    lines: [anyOrderLine()],
    seller,
    number: 'INV-000001',
    now,
  })
  expect(content).toMatchObject({ date: '2026-07-01', paid: { date: '2026-07-01' } })
})

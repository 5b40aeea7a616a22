import { titleOf } from '#shared/orders/invoice-text.ts'
import type { OrderDocument } from '#shared/orders/orders.ts'
import type { Elements } from '../../site/ui/elements.ts'

/** An invoice's current state. */
export type Standing = { by: string; means: string | Elements }

/** The valid invoice and its documents first, then notes and invoices that are history. */
export function inReadingOrder(documents: OrderDocument[]): OrderDocument[] {
  const valid = new Set(documents.filter((each) => isValid(each, documents)).map(({ number }) => number))
  const rank = ({ number, content }: OrderDocument) => {
    if (content.kind === 'invoice') return valid.has(number) ? 0 : 3
    return valid.has(content.invoice.number) ? 1 : 2
  }
  return documents.toSorted((a, b) => rank(a) - rank(b))
}

export function standingOf(document: OrderDocument, documents: OrderDocument[]): Standing | null {
  if (document.replacedBy)
    return { by: `Replaced by ${document.replacedBy}.`, means: 'Keep that one in your books.' }
  const note = notesOn(document, documents).at(-1)
  if (!note) return paidBy(document, documents)
  const name = `${titleOf(note).toLowerCase()} ${note.number}`
  if (!note.refunds) return { by: `Cancelled by ${name}.`, means: 'Nothing is owed for it.' }
  return note.total < 0
    ? { by: `Raised again by ${name}.`, means: 'Keep it and its notes in your books.' }
    : { by: `Lowered by ${name}.`, means: 'Keep both in your books.' }
}

/** An invoice issued before its payment still asks for the money, so the page says that it's paid. */
function paidBy({ number }: OrderDocument, documents: OrderDocument[]): Standing | null {
  const receipt = documents.findLast(
    ({ content }) => content.kind === 'receipt' && content.invoice.number === number,
  )
  return receipt ? { by: 'Paid.', means: `Its receipt is ${receipt.number}.` } : null
}

function isValid(document: OrderDocument, documents: OrderDocument[]): boolean {
  const isCancelled = notesOn(document, documents).some(({ refunds }) => !refunds)
  return document.kind === 'invoice' && document.replacedBy === null && !isCancelled
}

function notesOn({ number }: OrderDocument, documents: OrderDocument[]) {
  return documents.flatMap(({ content }) =>
    content.kind === 'adjustment_note' && content.invoice.number === number ? [content] : [],
  )
}

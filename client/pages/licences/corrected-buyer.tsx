import { addressText } from '#shared/buyer/postal-address.ts'
import type { InvoiceContent } from '#shared/orders/invoice.ts'
import type { OwnOrder } from '#shared/orders/mine.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { BeforeAfter } from '../../shop/licence/before-after.tsx'

type InvoiceOnly = Extract<InvoiceContent, { kind: 'invoice' }>

/** Shows the changes of a corrected invoice. */
export function CorrectedBuyer({ order }: { order: OwnOrder }) {
  const found = findCorrection(order)
  if (!found) return null
  const { before, now } = found
  const fact = (term: string, read: (invoice: InvoiceOnly) => string | null) => ({
    term,
    was: read(before) ?? 'None',
    becomes: read(now) ?? 'None',
  })
  return (
    <BeforeAfter
      title={`${now.taxed ? 'Tax invoice' : 'Invoice'} ${now.number}`}
      facts={[
        fact('To', ({ buyer }) => [buyer.companyName, buyer.name].filter(Boolean).join(', ')),
        fact('ABN', ({ buyer }) => buyer.abn),
        ...((before.buyer.nzbn ?? now.buyer.nzbn) ? [fact('NZBN', ({ buyer }) => buyer.nzbn)] : []),
        fact('Address', ({ buyer: { address, countryCode } }) => addressText(address, countryCode) || null),
        fact('Purchase order', ({ purchaseOrder }) => purchaseOrder),
        fact(`Total, ${now.currency}`, ({ total, currency }) => formatPrice(total, currency)),
      ]}
    />
  )
}

/** Null if the invoice wasn't corrected. */
export function findCorrection({ documents }: OwnOrder): { before: InvoiceOnly; now: InvoiceOnly } | null {
  const invoices = documents.map(({ content }) => content).filter((content) => content.kind === 'invoice')
  const now = invoices.at(-1)
  const before = invoices.find(({ number }) => number === now?.replaces?.number)
  return now && before ? { before, now } : null
}

import { formatDate } from '#shared/dates.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Invoices } from './invoice.tsx'
import { LicenceKeys } from './licence-keys.tsx'
import type { Order } from './order.ts'

/** An order that has been paid: its keys, then its invoice and adjustment notes. */
export function PaidOrder({ order }: { order: Order }) {
  const { number, paidAt, createdAt, customer, documents } = order
  return (
    <>
      <PageHeader
        past={`Order ${number} · ${formatDate(paidAt ?? createdAt)}`}
        title="Thank you. It’s done."
        lead={`Your keys are below, and on their way to ${customer.email}.`}
      />
      <LicenceKeys lines={order.lines} />
      {documents.length > 0 && <Invoices documents={documents} />}
    </>
  )
}

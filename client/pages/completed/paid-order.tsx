import { formatDate } from '#shared/dates.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Invoice } from './invoice.tsx'
import { LicenceKeys } from './licence-keys.tsx'
import type { Order } from './order.ts'

/** An order that has been paid: its keys, then its tax invoice. */
export function PaidOrder({ order }: { order: Order }) {
  const { number, paidAt, createdAt, customer, invoice } = order
  return (
    <>
      <PageHeader
        past={`Order ${number} · ${formatDate(paidAt ?? createdAt)}`}
        title="Thank you. It’s done."
        lead={`Your keys are below, and on their way to ${customer.email}.`}
      />
      <LicenceKeys lines={order.lines} />
      {invoice && <Invoice order={order} invoice={invoice} />}
    </>
  )
}

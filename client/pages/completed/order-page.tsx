import { useEffect } from 'react'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { awaitsCard, type Order } from '#shared/orders/orders.ts'
import { removeBought } from '../../shop/checkout/remove-bought.ts'
import type { DatedRelease } from '../../shop/licence/coverage.ts'
import { useStores, useTimeZone } from '../../site/framework/app-state.tsx'
import { whenLoaded } from '../../site/framework/when.ts'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { AwaitingPayment } from './awaiting-payment.tsx'
import { BankTransfer } from './bank-transfer.tsx'
import { ChangedLicence } from './changed-licence.tsx'
import { describeOrder, missingOfLatePart } from './describe-order.ts'
import { ForgetOrder } from './forget-order.tsx'
import { Invoices } from './invoice.tsx'
import { LatePart } from './late-part.tsx'
import { LicenceKeys } from './licence-keys.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderSummary } from './order-summary.tsx'
import { RefundAccount } from './refund-account.tsx'
import { useWatchedOrder } from './use-watched-order.ts'
import { WhatHappensWhen } from './what-happens-when.tsx'

export function OrderPage({ loaded, releases }: { loaded: Order; releases: readonly DatedRelease[] }) {
  const watched = useWatchedOrder(loaded)
  const { order, announcement } = watched
  useRemoveBought(order)
  const timeZone = useTimeZone()
  const day = dayIn(timeZone, order.createdAt)
  const awaitsTransfer = order.status === 'pending' && !awaitsCard(order) && order.payment !== 'processing'
  const missing = missingOfLatePart(order)
  return (
    <>
      <p className="vh" role="status" data-announcement>
        {announcement}
      </p>
      <PageHeader
        past={verbatim`Order ${order.number}\u00A0· ${formatDate(day)}`}
        {...describeOrder(order)}
      />
      {awaitsCard(order) && <AwaitingPayment {...watched} />}
      <RefundAccount {...order} />
      {missing !== null && <LatePart order={order} missing={missing} />}
      {awaitsTransfer && <BankTransfer order={order} />}
      {awaitsTransfer && order.steps.length > 0 && <WhatHappensWhen order={order} />}
      {order.lines.some(({ licences }) => licences.some(({ key }) => key !== null)) && (
        <LicenceKeys order={order} releases={releases} />
      )}
      <ChangedLicence order={order} releases={releases} />
      {order.documents.length > 0 ? <Invoices documents={order.documents} /> : <OrderSummary order={order} />}
      {order.documents.length > 0 && order.quote?.url && (
        <Section className="section--tight NoPrint">
          <OrderAgain order={order} />
        </Section>
      )}
      <ForgetOrder order={order} />
    </>
  )
}

/** Removes the order's items from the cart. */
function useRemoveBought({ id, status, paymentMethod }: Order): void {
  const { cart } = useStores()

  useEffect(
    // The stored cart is read only after the page has loaded.
    () => whenLoaded(() => removeBought(cart, { id, status, paymentMethod })),
    [cart, id, status, paymentMethod],
  )
}

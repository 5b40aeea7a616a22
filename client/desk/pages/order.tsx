import { useLoaderData } from 'react-router'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { closedStatuses } from '#shared/orders/orders.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderById } from '../ask.ts'
import { useFrame } from '../frame/use-frame.ts'
import { OrderActs, orderDone } from '../order/order-acts.tsx'
import { OrderFacts } from '../order/order-facts.tsx'
import { OrderNotices } from '../order/order-notices.tsx'
import { Documents, Licences, Lines, Payments } from '../order/order-tables.tsx'
import { Block } from '../ui/block.tsx'
import { DeskPage, HeadSum, PageLinks } from '../ui/desk-page.tsx'
import { Mails } from '../ui/mails.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Tag } from '../ui/tag.tsx'
import { Track } from '../ui/track.tsx'
import { useTaxNote } from '../ui/use-tax.ts'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderById(deskApiRoutes.order)

export function Component() {
  const order = useLoaderData<typeof loader>()
  const { now } = useFrame()
  const when = useWhen()
  const { customer, currency, refunded, total } = order
  const taxNote = useTaxNote(order.taxRule)
  const entries = order.events.map(({ event: act, ...entry }) => ({ ...entry, act }))
  return (
    <DeskPage
      title={order.number}
      past={{ label: 'Orders', href: deskRoutes.orders }}
      lead={`${customer.companyName ?? customer.name} · placed ${when.minute(order.createdAt)}`}
      side={
        <>
          <Tag state={order.status} />
          <HeadSum {...sumOf(order)} />
        </>
      }
      paper="Paper--two"
      label={`Order ${order.number}`}
      glass={<PageLinks to={{ acts: 'What you can do', documents: 'Documents', history: 'History' }} />}
    >
      <div className="Stack">
        <Outcome done={orderDone} />
        <OrderNotices order={order} />
        <Lines order={order} />
        <Licences order={order} />
        <Payments order={order} />
        <Documents order={order} />
        <Mails mails={order.mails} />
        <Block title="History" id="history">
          <Track entries={entries} />
        </Block>
      </div>
      <aside className="Stack" aria-label="Buyer and acts">
        <OrderFacts order={order} />
        <OrderActs order={order} today={when.fieldDay(now)} />
      </aside>
    </DeskPage>
  )

  function sumOf({ status, outstanding, credit }: DeskOrder) {
    const money = (cents: number) => formatMoney(cents, currency)
    if (closedStatuses.includes(status) && credit > 0)
      return { sum: money(credit), note: 'held, to be given back' }
    if (outstanding > 0 && outstanding < total)
      return { sum: money(outstanding), note: `still to come of ${money(total)}` }
    // An order accepted from review may have received less than its total.
    const kept = status === 'refunded' ? 0 : total - refunded
    if (refunded > 0) return { sum: money(kept), note: `kept of ${money(total)}` }
    return { sum: money(total), note: taxNote }
  }
}

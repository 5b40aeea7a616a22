import { useLoaderData, useSearchParams } from 'react-router'
import type { ListedOrder } from '#shared/desk/order-answers.ts'
import { orderSorts } from '#shared/desk/sorts.ts'
import { describeLine, methodWord } from '#shared/desk/words.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { OrderFilter } from '../order/order-filter.tsx'
import { Customer } from '../ui/customer.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { TwoLines } from '../ui/rows.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.orders)

export function Component() {
  const { orders, next } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  return (
    <ListPage
      title="Orders"
      csv={deskApiRoutes.ordersCsv}
      filter={<OrderFilter />}
      sorts={orderSorts}
      columns={{
        Order: 'main',
        Placed: 'date',
        Buyer: 'who',
        What: true,
        'Paid by': 'opt',
        State: 'state',
        Total: 'sum',
      }}
      sortedBy={{ Placed: 'createdAt', Total: 'total' }}
      rows={orders.map(toRow)}
      noun="orders"
      none="There is no order yet. The first one comes from a buyer’s cart."
      noneLike={`No order matches.${query.get('q') ? ' The search above finds licences of another shop’s orders.' : ''}`}
      times={orders.map(({ createdAt }) => createdAt)}
      next={next}
    />
  )
}

function toRow(order: ListedOrder, index: number) {
  const { customer, lines } = order
  const what = lines
    .map(({ name, qty }) => (qty > 1 ? `${describeLine(name)} × ${qty}` : describeLine(name)))
    .join(', ')
  return {
    key: order.id,
    href: deskRoutes.order(order.number),
    isCurrent: index === 0,
    cells: [
      order.number,
      <When key="at" at={order.createdAt} />,
      <Customer key="buyer" {...customer} />,
      <TwoLines
        key="what"
        first={what}
        second={[order.purchaseOrder && `PO ${order.purchaseOrder}`, order.code].filter(Boolean).join(', ')}
      />,
      methodWord(order.paymentMethod),
      <Tag key="state" state={order.status} {...(isWithBank(order) && { word: 'With the bank' })} />,
      formatMoney(order.total, order.currency),
    ],
  }
}

/** Whether the order waits only for the bank. */
function isWithBank({ status, attention }: ListedOrder): boolean {
  return status === 'disputed' && attention?.isAnswered === true
}

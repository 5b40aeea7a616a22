import { deskRoutes } from '#shared/desk-routes.ts'
import { formatMoney } from '#shared/money.ts'
import { Icon } from '../../ui/icon.tsx'
import type { OrderRow } from '../answers.ts'
import { DeskIcon } from '../ui/desk-icon.tsx'
import { useWhen } from '../ui/when.tsx'

export type WaitingOrders = Record<'disputed' | 'review' | 'pending', OrderRow[]>

const kinds = [
  { status: 'disputed', label: 'Disputed', act: 'Read, then answer' },
  { status: 'review', label: 'In review', act: 'Accept, or refund' },
  { status: 'pending', label: 'Awaiting payment', act: 'Take a payment' },
] as const

/** Further ones of a kind share a line. */
const mostOfAKind = 4

type Wait = {
  key: string
  kind: (typeof kinds)[number]
  href: string
  label: string
  who: string
  sum: string
  act: string
}

/** Sorted by urgency, then by waiting time. */
export function Waits(waiting: WaitingOrders) {
  const { day } = useWhen()
  const waits = kinds.flatMap((kind) => waitsOf(kind, waiting[kind.status].toReversed()))
  if (waits.length === 0) return null
  return (
    <ol className="Waits">
      {waits.map(({ key, kind, href, label, who, sum, act }, index) => (
        <li className="Wait" key={key} data-lit={index === 0 ? '' : undefined}>
          <p className="Wait-what">
            {kind.status === 'pending' ? (
              <DeskIcon name="clock" />
            ) : (
              <Icon name={kind.status === 'disputed' ? 'alert' : 'info'} />
            )}
            <a data-row href={href}>
              {label}
            </a>
          </p>
          <p className="Wait-who">{who}</p>
          <p className="Wait-sum">{sum}</p>
          <p className="Wait-act">{act}</p>
        </li>
      ))}
    </ol>
  )

  function waitsOf(kind: (typeof kinds)[number], orders: OrderRow[]): Wait[] {
    const shown = orders.slice(0, orders.length > mostOfAKind + 1 ? mostOfAKind : orders.length)
    const rest = orders.slice(shown.length)
    const lines = shown.map((order) => ({
      key: order.id,
      kind,
      href: deskRoutes.order(order.number),
      label: kind.label,
      who: describe(order),
      sum: formatMoney(order.total, order.currency),
      act: kind.act,
    }))
    const [{ currency } = { currency: 'AUD' }] = rest
    if (rest.length === 0) return lines
    const sum = formatMoney(
      rest.reduce((total, order) => total + order.total, 0),
      currency,
    )
    const href = `${deskRoutes.orders}?status=${kind.status}`
    const who = `The next: ${describe(rest[0] as OrderRow)}`
    return [
      ...lines,
      { key: kind.status, kind, href, label: `${rest.length} more`, who, sum, act: 'See them' },
    ]
  }

  function describe({ customer, number, purchaseOrder, createdAt }: OrderRow): string {
    const po = purchaseOrder ? ` · PO ${purchaseOrder}` : ''
    return `${customer.companyName ?? customer.name} · ${number}${po} · since ${day(createdAt)}`
  }
}

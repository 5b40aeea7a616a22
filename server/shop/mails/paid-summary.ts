import { z } from 'zod'
import { minuteIn } from '#shared/calendar/calendar.ts'
import { describeLine } from '#shared/desk/words.ts'
import { formatMoney, formatPrice } from '#shared/pricing/money.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { oneLine } from '../../messages/mail/blocks.ts'
import { NeedlessMail } from '../../messages/mail/deliver.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import type { OrderWithLines } from '../orders/order-store.ts'
import type { ShopSources } from './sources.ts'

/** ISO 8601 UTC; `to` is exclusive. */
const windowSchema = z.object({ from: z.iso.datetime(), to: z.iso.datetime() })

export const ordersPaidSummary: Template<ShopSources> = async (mail, context) => {
  const { site, sources } = context
  const { from, to } = windowSchema.parse(JSON.parse(mail.params))
  const { count, total, orders } = await sources.paidByCard({ from, to })
  const currency = orders[0]?.order.currency
  if (!currency) throw new NeedlessMail('its orders are gone')
  const what = count === 1 ? '1 order was paid' : `${count} orders were paid`
  const time = (instant: string) => minuteIn(site.company.timeZone, instant)
  const more = count - orders.length
  return ownerLetter(context, {
    // Some orders may have been refunded or disputed meanwhile.
    page: `${deskRoutes.orders}?status=paid,partially_refunded,refunded,disputed&method=card`,
    subject: `${what} by card: ${formatPrice(total, currency)}`,
    title: `${what} by card.`,
    blocks: [
      {
        type: 'amounts',
        amounts: [
          ...orders.map(({ order, lines }) => ({
            label: labelOf({ order, lines }),
            amount: formatMoney(order.total, order.currency),
          })),
          ...(more > 0
            ? [{ label: `${more} more`, amount: formatMoney(total - sumOf(orders), currency) }]
            : []),
          { label: `Total, ${currency}`, amount: formatMoney(total, currency) },
        ],
      },
    ],
    facts: [{ term: 'Paid', value: `from ${time(from)} to ${time(to)}` }],
    commands: [
      { term: 'To see one', command: 'orders show NUMBER' },
      { term: 'To list the latest', command: 'orders list --status paid' },
    ],
  })
}

function labelOf({ order, lines }: OrderWithLines): string {
  const { number, status, customer_name: name, customer_email: email } = order
  const { company_name: company, purchase_order: purchaseOrder } = order
  const parts = [
    status === 'paid' ? number : `${number} (${status.replaceAll('_', ' ')} since)`,
    `${oneLine(name)} <${shownEmail(email)}>`,
    company && oneLine(company),
    purchaseOrder && `purchase order ${oneLine(purchaseOrder)}`,
    lines.map((line) => `${line.qty} × ${describeLine(line.name)}`).join(', '),
  ]
  return parts.filter(Boolean).join(', ')
}

function sumOf(orders: OrderWithLines[]): number {
  return orders.reduce((sum, { order }) => sum + order.total, 0)
}

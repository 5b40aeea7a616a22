import { formatMoney } from '#shared/money.ts'
import { oneLine } from '../blocks.ts'
import type { Template } from '../render.ts'
import { amountsOf } from './order.ts'

/** To ourselves: an order waits for a bank transfer. */
export const orderAwaitedNotice: Template = orderNotice((number, total) => ({
  subject: `Order ${number} awaits ${total} by bank transfer`,
  title: 'A new order awaits its payment.',
  command: { term: 'When the money is here', value: `npm run admin -- orders mark-paid ${number}` },
}))

/** To ourselves: an order is paid, and its keys are on their way. */
export const orderPaidNotice: Template = orderNotice((number, total) => ({
  subject: `Order ${number} is paid: ${total}`,
  title: 'An order is paid.',
  command: { term: 'To see it', value: `npm run admin -- orders show ${number}` },
}))

type Words = { subject: string; title: string; command: { term: string; value: string } }

/** Shows what the buyer typed in the body alone, never in the subject, and no key. */
function orderNotice(wordsOf: (number: string, total: string) => Words): Template {
  return async (mail, { sources }) => {
    const found = await sources.order(mail.order_id ?? '')
    if (!found) return null
    const { order, lines } = found
    const { number, currency, total, abn, company_name: company, purchase_order: purchaseOrder } = order
    const { subject, title, command } = wordsOf(number, `${formatMoney(total, currency)} ${currency}`)
    const facts = [
      { term: 'Order', value: number },
      { term: 'From', value: `${oneLine(order.customer_name)} <${order.customer_email}>` },
      { term: 'Company', value: company && oneLine(company) },
      { term: 'ABN', value: abn },
      { term: 'Purchase order', value: purchaseOrder && oneLine(purchaseOrder) },
      { term: 'Country', value: order.country },
      command,
    ]
    return {
      subject,
      title,
      blocks: [
        amountsOf(order, lines),
        { type: 'facts', facts: facts.flatMap(({ term, value }) => (value ? [{ term, value }] : [])) },
      ],
      reason: 'The site writes this to its own address.',
      automatic: true,
    }
  }
}

import { type Day, dayIn, startOfDay } from '#shared/calendar/calendar.ts'
import type { CheckoutOrder } from '#shared/orders/checkout.ts'
import { orderNumber } from '#shared/orders/numbers.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import { numberTaken } from '../../runtime/db/next-number.ts'
import { AppError } from '../../web/http/errors.ts'
import { findInvoices } from '../invoices/issue.ts'
import { findOrderByName, type OrderWithLines } from '../orders/order-store.ts'
import { readBasket } from './basket.ts'
import { createOrder } from './create-order.ts'

type LostOrder = {
  /** "2026-000188" */
  number: string
  day: Day
  /** Total in cents that the buyer paid. */
  total: number
  /** Number on the buyer's copy, such as "INV-000101". */
  invoice?: string | undefined
  checkout: CheckoutOrder
}

const noonMs = 12 * 3_600_000

/**
 * Enters an order that a restored backup lacks, with its number and day, as one that awaits a transfer. Mails
 * the buyer again, because the old link no longer works.
 * @throws AppError 422 as checkout does
 * @throws AppError 409 for a wrong or known number, a future day, another price, or another invoice number
 */
export async function enterOrder(
  shop: ShopContext,
  { number, day, total, invoice, checkout }: LostOrder,
  who: string,
): Promise<OrderWithLines> {
  const { site } = shop.library.typed
  const { timeZone } = site.company
  const [year = '', count = ''] = number.split('-')
  if (number !== orderNumber(year, Number(count)) || year !== day.slice(0, 4))
    throw refusal(
      `${number} is no number of ${day}: an order’s number reads ${orderNumber(day.slice(0, 4), 188)}.`,
    )
  if (day > dayIn(timeZone, shop.clock())) throw refusal(`${day} is yet to come.`)
  const basket = await readBasket(shop, checkout)
  if (basket.priced.total !== total) {
    const [now, then] = [basket.priced.total, total].map((cents) =>
      formatMoney(cents, basket.priced.currency),
    )
    throw refusal(`At today’s prices this is ${now}, not ${then}. Give CONTENT_DIR the content of that day.`)
  }
  const moment = { now: new Date(startOfDay(timeZone, day).getTime() + noonMs), random: shop.random }
  const entered = await shop.database.db.transaction().execute(async (trx) => {
    if (await findOrderByName(trx, number)) throw refusal(`There is an order ${number} already.`)
    await numberTaken(trx, `order ${year}`, Number(count))
    const { siteUrl } = shop.config
    const placing = { basket, number, paymentMethod: 'invoice', site, siteUrl, terms: null } as const
    const made = await createOrder(trx, placing, moment)
    const [issued] = await findInvoices(trx, made.order.id)
    if (invoice && issued?.number !== invoice)
      throw refusal(
        `The next invoice is ${issued?.number ?? 'none'}: enter the orders in the order of their invoices.`,
      )
    const entry = {
      who,
      act: 'order.entered',
      subject: made.order.id,
      after: { number, invoice: issued?.number },
    } as const
    await recordAudit(trx, entry, { ...moment, now: shop.clock() })
    return made
  })
  shop.outbox.nudge()
  return entered
}

function refusal(detail: string): AppError {
  return new AppError(409, 'bad_request', detail)
}

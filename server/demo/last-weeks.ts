import { type Day, dayIn, dayMs } from '#shared/calendar/calendar.ts'
import type { AppContext } from '../context.ts'
import { confirmStatement } from '../desk/statement/book/confirm.ts'
import { storeStatement } from '../desk/statement/take-statement.ts'
import { countMissedSearch } from '../people/help/missed-searches.ts'
import { recordAudit } from '../runtime/audit.ts'
import { buyerOf } from '../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import { momentOf } from '../runtime/moment.ts'
import { correctBuyerByStaff } from '../shop/orders/correct-buyer.ts'
import { noteOrder } from '../shop/orders/note.ts'
import { viewQuote } from '../shop/quotes/view-quote.ts'
import type { Agenda } from './agenda.ts'
import { reply, send } from './correspondence.ts'
import type { DemoPayments } from './demo-payments.ts'
import { type Buyer, helpers } from './people.ts'
import type { createShopLife } from './shop-life.ts'

/** Mails to this address fail. */
export const wrongAddress = 'demonstration.mistyped@example.com'

/** Searches without a matching help article. */
const searches = ['foot pedal', 'arabic script', 'foot pedal', 'green screen']

/** Plans open tasks at the end, and acts just done: one of each. */
export function planLastWeeks(
  ctx: AppContext & { payments: DemoPayments },
  life: ReturnType<typeof createShopLife>,
  { agenda, end, createPerson }: { agenda: Agenda; end: Date; createPerson: () => Buyer },
): void {
  const { products } = ctx.library.typed.pricing
  const { sku } = (products[1] ?? products[0]) as { sku: string }
  const items = [{ sku, qty: 3 }]
  const at = (daysBefore: number, act: () => Promise<unknown>) =>
    agenda.plan(end.getTime() - daysBefore * dayMs, act)
  at(27, () => life.quoteAtDesk(createPerson(), { items }))
  at(12, async () => {
    const quote = await life.quote(createPerson(), { items })
    const { accessToken } = await viewQuote(ctx, quote)
    at(8, () => life.place({ quote: { id: quote.id, accessToken } }, quote.total, 'invoice'))
  })
  at(24, async () => {
    const orders = [
      await life.orderBy('card', createPerson(), { items }),
      await life.orderBy('card', createPerson(), { items }),
    ]
    for (const order of orders) await life.pay(order)
    const [waits, answered] = orders.map(({ id }) => id) as [string, string]
    at(6, () => life.dispute(answered, 'open', 15))
    at(4, () => life.dispute(answered, 'answered', 13))
    at(3, () => life.dispute(waits, 'open', 12))
  })
  at(9, async () => {
    const orders = [
      await life.orderBy('invoice', createPerson(), { items }),
      await life.orderBy('invoice', createPerson(), { items }),
    ]
    at(1, () => readBank(ctx, orders))
    at(0.8, () => correctAndNote(ctx, orders[0]))
  })
  for (const [index, words] of searches.entries())
    at(20 - 5 * index, () => countMissedSearch(ctx.database.db, words, today(ctx)))
  at(3, () => talk(ctx, createPerson()))
  at(2, () => life.quote({ ...createPerson(), email: wrongAddress }, { items }))
}

/** The first payment is complete, the second too small; other lines are unrelated. */
async function readBank(ctx: AppContext, [first, second]: OrderRow[]): Promise<void> {
  if (!first || !second) return
  const day = today(ctx)
  const lines = [
    'Date,Amount,Description',
    `${day},+${toDollars(first.total)},Demonstration ${first.number}`,
    `${day},+${toDollars(second.total - 2500)},Demonstration ${second.number}`,
    `${day},+35.00,Demonstration of other money`,
    `${day},-12.00,Demonstration of a bank fee`,
    '',
  ]
  const who = helpers.books
  const bytes = Buffer.from(lines.join('\n'))
  const account = { newAccount: 'Demonstration account' }
  const id = await storeStatement(ctx, { bytes, chosen: null, who, ...account })
  await confirmStatement(ctx, id, { lines: [{ n: 2, order: first.number, as: 'full' }], who })
}

/** A buyer wants another purchase order number on the invoice. */
async function correctAndNote(ctx: AppContext, order: OrderRow | undefined): Promise<void> {
  if (!order) return
  const who = helpers.support
  const purchaseOrder = 'DEMO-0042'
  await correctBuyerByStaff(ctx, order, { ...buyerOf(order), purchaseOrder }, { who })
  await noteOrder(ctx, order, `Demonstration: they rang. Their purchase order is ${purchaseOrder}.`, { who })
  const after = { text: 'Demonstration: writes from two addresses. This one reads its mail.' }
  await recordAudit(
    ctx.database.db,
    { who, act: 'customer.note', subject: order.customer_email, after },
    momentOf(ctx),
  )
}

function today({ library, clock }: AppContext): Day {
  return dayIn(library.typed.site.company.timeZone, clock())
}

function toDollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** A message, and its answer half a day later. */
async function talk(ctx: AppContext, buyer: Buyer): Promise<void> {
  const message = 'Demonstration: Can we read the script from two machines at once?'
  const id = await send(ctx, buyer, { topic: 'support', message })
  await reply(ctx, id, 'yes, each machine takes one of your licence’s seats.')
}

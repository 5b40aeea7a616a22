import { type Day, dayIn, dayMs } from '#shared/calendar/calendar.ts'
import type { AppContext } from '../context.ts'
import { confirmStatement } from '../desk/statement/book/confirm.ts'
import { storeStatement } from '../desk/statement/take-statement.ts'
import { answerMessage } from '../people/contact/answer-message.ts'
import { storeMessage } from '../people/contact/store-message.ts'
import { countMissedSearch } from '../people/help/missed-searches.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import { momentOf } from '../runtime/moment.ts'
import { viewQuote } from '../shop/quotes/quotes.ts'
import type { Agenda } from './agenda.ts'
import type { DemoPayments } from './demo-payments.ts'
import { type Buyer, helpers } from './people.ts'
import type { createShopLife } from './shop-life.ts'

type Life = ReturnType<typeof createShopLife>

/** No mail reaches it. */
export const wrongAddress = 'demonstration.mistyped@example.com'

/** What the help has no article about. */
const searches = ['foot pedal', 'arabic script', 'foot pedal', 'green screen']

/** What waits for somebody at the end, and what was just done: one of each. */
export function planLastWeeks(
  ctx: AppContext & { payments: DemoPayments },
  life: Life,
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
  at(9, async () => {
    const orders = [
      await life.invoice(createPerson(), { items }),
      await life.invoice(createPerson(), { items }),
    ]
    at(1, () => readBank(ctx, orders))
  })
  for (const [index, words] of searches.entries())
    at(20 - 5 * index, () => countMissedSearch(ctx.database.db, words, today(ctx)))
  at(3, () => talk(ctx, createPerson()))
  at(2, () => life.quote({ ...createPerson(), email: wrongAddress }, { items }))
}

/** The first pays in full, the second too little, and other money comes and goes. */
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

function today({ library, clock }: AppContext): Day {
  return dayIn(library.typed.site.company.timeZone, clock())
}

function toDollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** A question and its answer, half a day later. */
async function talk(ctx: AppContext, { name, email }: Buyer): Promise<void> {
  const { db } = ctx.database
  const message = 'Demonstration: Can we read the script from two machines at once?'
  const { id } = await storeMessage(
    db,
    { message: { name, email, topic: 'support', message }, verified: true, quarantined: false },
    { site: ctx.library.typed.site, ...momentOf(ctx) },
  )
  const text = 'Hello,\n\nyes, each machine takes one of your licence’s seats.\n\nRegards, the demonstration'
  const answer = { text, articles: [], revision: undefined, who: helpers.support }
  await db.transaction().execute((trx) => answerMessage(trx, id, answer, momentOf(ctx)))
}

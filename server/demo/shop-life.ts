import { dayIn, dayMs } from '#shared/calendar/calendar.ts'
import { deskQuoteRequestSchema } from '#shared/desk/requests/quotes.ts'
import { newestCovered } from '#shared/releases/offered-to.ts'
import type { AppContext } from '../context.ts'
import { offerChange } from '../licences/changes/offer-change.ts'
import { activate } from '../licences/licensing/activate.ts'
import { licencesOfOrder } from '../licences/licensing/issue.ts'
import { validate } from '../licences/licensing/validate.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../runtime/db/rows/quotes.ts'
import { randomId } from '../runtime/ids.ts'
import { checkOut } from '../shop/checkout/check-out.ts'
import { priceWithCode } from '../shop/checkout/price-with-code.ts'
import { priceItems } from '../shop/checkout/read-items.ts'
import { cancelOrder } from '../shop/orders/close-order.ts'
import { findOrder } from '../shop/orders/order-store.ts'
import { nameRefundAccount, sendRefund } from '../shop/orders/refund-by-transfer.ts'
import { refundOrder } from '../shop/orders/refund-order.ts'
import { settle } from '../shop/orders/settle.ts'
import { markPaid } from '../shop/orders/take-payment.ts'
import { makeQuote, makeQuoteByStaff } from '../shop/quotes/make-quote.ts'
import { viewQuote } from '../shop/quotes/view-quote.ts'
import { withdrawQuote } from '../shop/quotes/withdraw-quote.ts'
import type { Agenda } from './agenda.ts'
import type { DemoPayments } from './demo-payments.ts'
import type { Dice } from './dice.ts'
import { type Buyer, staff as by, createMachine } from './people.ts'

const minute = 60_000

type Cart = { items: { sku: string; qty: number }[]; code?: string | undefined }
type Ordered =
  | (Cart & { customer: Buyer })
  | { licence: { key: string }; change: Change; customer: Buyer }
  | { quote: { id: string; accessToken: string } }
type Machine = ReturnType<typeof createMachine>
type Change = { renew?: number; to?: string; extraSeats?: number }
type Paid = (order: OrderRow) => unknown

const verification = 'demonstration'
const uncounted = { remoteIp: undefined, countOrder: async () => {} }

/** Codes for new licences. The last one ended before anybody used it. */
export const demoCodes = { launch: 'DEMO10', school: 'DEMOSCHOOL', fair: 'DEMOFAIR' }

/** Minimum total in cents for which a company asks for a quote first. */
const large = 60_000

export function createShopLife(ctx: AppContext & { payments: DemoPayments }, agenda: Agenda, dice: Dice) {
  const { db } = ctx.database
  const { plan } = agenda
  const now = () => ctx.clock().getTime()
  const later = (days: number) => now() + days * dayMs
  const { pricing } = ctx.library.typed

  /** @param tried machine that had a trial */
  async function buy(buyer: Buyer, tried?: Machine): Promise<void> {
    const sku = dice.pick(['solo', 60], ['studio', 30], ['facility', 10])
    const product = pricing.products.find((each) => each.sku === sku) ?? pricing.products[0]
    if (!product) return
    const qty = dice.pick([1, 85], [2, 10], [3, 5])
    const cart = { items: [{ sku: product.sku, qty }], code: pickCode() }
    const total = await priceOf(buyer, cart)
    if (total >= large && dice.chance(0.5)) await askFirst(buyer, cart, tried)
    else await order({ ...cart, customer: buyer }, total, (paid) => own(buyer, paid, tried))
  }

  function pickCode(): string | undefined {
    const roll = dice.roll()
    return roll < 0.07 ? demoCodes.launch : roll < 0.1 ? demoCodes.school : undefined
  }

  async function priceOf({ country }: Buyer, { items, code }: Cart): Promise<number> {
    const { total } = await priceWithCode(ctx, priceItems(items, pricing), { code, country })
    return total
  }

  /** Most quotes are ordered. Some are made at the desk, and some withdrawn. */
  async function askFirst(buyer: Buyer, cart: Cart, tried?: Machine): Promise<void> {
    const row = dice.chance(0.2) ? await quoteAtDesk(buyer, cart) : await quote(buyer, cart)
    if (!dice.chance(0.7)) {
      if (dice.chance(0.2))
        plan(later(dice.between(1, 9)), () =>
          withdrawQuote(ctx, row, { ...by, reason: 'The school closed.' }),
        )
      return
    }
    const { accessToken } = await viewQuote(ctx, row)
    plan(later(dice.between(1, 25)), () =>
      order({ quote: { id: row.id, accessToken } }, row.total, (paid) => own(buyer, paid, tried)),
    )
  }

  function quote(buyer: Buyer, cart: Cart): Promise<QuoteRow> {
    const body = { ...cart, customer: buyer, verification }
    return makeQuote(ctx, { key: randomId('demonstration', ctx.random), body, ...uncounted })
  }

  function quoteAtDesk(customer: Buyer, cart: Cart): Promise<QuoteRow> {
    const request = deskQuoteRequestSchema.parse({ ...cart, customer, note: 'As we said on the phone.' })
    return makeQuoteByStaff(ctx, request, by)
  }

  async function order(ordered: Ordered, expectedTotal: number, paid: Paid): Promise<void> {
    const paymentMethod = dice.chance(expectedTotal >= large ? 0.7 : 0.25) ? 'invoice' : 'card'
    const purchaseOrder = paymentMethod === 'invoice' && dice.chance(0.4) && `DEMO-${dice.whole(1000, 9999)}`
    const placed = await place(ordered, expectedTotal, paymentMethod, purchaseOrder || undefined)
    const { id } = placed.order
    if (placed.order.status === 'paid') return arrive(id, paid)
    if (paymentMethod === 'card') payByCard(id, paid)
    else payByInvoice(id, paid)
  }

  /** Places an order without a payment. */
  function place(
    ordered: Ordered,
    expectedTotal: number,
    paymentMethod: 'card' | 'invoice',
    purchaseOrder?: string,
  ) {
    return checkOut(ctx, {
      key: randomId('demonstration', ctx.random),
      ...uncounted,
      body: {
        ...ordered,
        expectedTotal,
        paymentMethod,
        ...(purchaseOrder && { purchaseOrder }),
        acceptTerms: true,
        waivesWithdrawal: true,
        verification,
      },
    })
  }

  async function orderBy(method: 'card' | 'invoice', customer: Buyer, cart: Cart): Promise<OrderRow> {
    const { order } = await place({ ...cart, customer }, await priceOf(customer, cart), method)
    const row = await findOrder(db, order.id)
    if (!row) throw new Error(`Order ${order.id} is missing.`)
    return row
  }

  async function pay(row: OrderRow): Promise<void> {
    ctx.payments.pay(row)
    await settle(ctx, row.id)
  }

  async function dispute(id: string, state: 'open' | 'answered', daysToAnswer: number): Promise<void> {
    ctx.payments.dispute(id, state, new Date(later(daysToAnswer)).toISOString())
    await settle(ctx, id)
  }

  function payByCard(id: string, paid: Paid): void {
    if (dice.chance(0.08)) {
      plan(later(1), async () => {
        ctx.payments.expire(id)
        await settle(ctx, id)
      })
      return
    }
    plan(now() + dice.between(1, 9) * minute, async () => {
      const row = await findOrder(db, id)
      // A wrong sum leads to a review.
      if (row) await pay(dice.chance(0.99) ? row : { ...row, total: row.total - 100 })
      await arrive(id, paid)
      if (dice.chance(0.02)) disputeLater(id)
    })
  }

  function payByInvoice(id: string, paid: Paid): void {
    const withOrder = (act: (row: OrderRow) => Promise<unknown>) => async () => {
      const row = await findOrder(db, id)
      if (row) await act(row)
    }
    if (dice.chance(0.1)) {
      plan(
        later(30),
        withOrder((row) => cancelOrder(ctx, row, by)),
      )
      return
    }
    const pays = withOrder(async (row) => {
      await markPaid(ctx, row, {}, by)
      await arrive(id, paid)
    })
    plan(later(dice.between(2, 16)), pays)
  }

  function disputeLater(id: string): void {
    plan(later(dice.between(10, 40)), async () => {
      await dispute(id, 'open', 20)
      plan(later(dice.between(20, 50)), async () => {
        ctx.payments.dispute(id, dice.chance(0.6) ? 'won' : 'lost')
        await settle(ctx, id)
      })
    })
  }

  async function arrive(id: string, paid: Paid): Promise<void> {
    const row = await findOrder(db, id)
    if (row?.status !== 'paid') return
    if (dice.chance(0.04)) plan(later(dice.between(1, 13)), () => refund(id))
    if (dice.chance(0.02)) plan(later(dice.between(2, 30)), () => refund(id, Math.round(row.total / 4)))
    await paid(row)
  }

  async function refund(id: string, amount?: number): Promise<void> {
    const row = await findOrder(db, id)
    if (row?.status !== 'paid') return
    const refunded = await refundOrder(ctx, row, { amount }, by)
    if (refunded && refunded.refund_to_send > 0) sendLater(refunded)
  }

  /** Most buyers name an account before the refund is sent. */
  function sendLater({ id, number, customer_name: holder }: OrderRow): void {
    const count = Number(number.slice(-2))
    const account = { holder, number: `062-000 1234 56${number.slice(-2)}` }
    if (count % 5 > 0) plan(later(1), () => nameRefundAccount(ctx, { id }, account))
    plan(later(3 + (count % 4)), () => sendRefund(ctx, { id }, {}, by))
  }

  async function own(buyer: Buyer, { id }: OrderRow, tried?: Machine): Promise<void> {
    const licences = await licencesOfOrder(db, id, ctx.keyring)
    for (const [index, { key, seats }] of licences.entries())
      keep(buyer, key, seats.limit, index === 0 ? tried : undefined)
  }

  function keep(buyer: Buyer, key: string, seats: number, tried?: Machine): void {
    const machines = dice.whole(1, seats)
    for (let count = 0; count < machines; count += 1) installLater(key, count === 0 ? tried : undefined)
    planChanges(buyer, key)
  }

  /** The machine validates while its owner keeps using the application. */
  function installLater(key: string, tried?: Machine): void {
    const machine = { ...createMachine(dice), ...tried }
    plan(later(dice.between(0, 20)), async () => {
      const answer = await activate(ctx, { licenceKey: key, machine, appVersion: await coveredVersion(key) })
      if ('refused' in answer) return
      for (let month = 1; month <= 24 && dice.chance(0.9); month += 1) {
        plan(later(30 * month + dice.between(0, 20)), async () =>
          validate(ctx, { licenceKey: key, machineId: machine.id, appVersion: await coveredVersion(key) }),
        )
      }
    })
  }

  function planChanges(buyer: Buyer, key: string): void {
    if (dice.chance(0.6)) {
      const years = dice.pick([1, 80], [2, 20])
      plan(later(365 + dice.between(-30, 60)), () => change(buyer, key, { renew: years }))
    }
    if (dice.chance(0.1))
      plan(later(dice.between(30, 300)), () => change(buyer, key, { to: dice.oneOf(['studio', 'facility']) }))
    if (dice.chance(0.12))
      plan(later(dice.between(20, 400)), () => change(buyer, key, { extraSeats: dice.whole(1, 2) }))
  }

  /** Skips changes that the licence no longer allows. */
  async function change(buyer: Buyer, key: string, wanted: Change): Promise<void> {
    const access = { key }
    const quoted = await offerChange(ctx, { licence: access, change: wanted }, '/licence/key').catch(
      () => null,
    )
    if (!quoted) return
    await order({ licence: access, change: wanted, customer: buyer }, quoted.total, () => {
      if (wanted.renew) planChanges(buyer, key)
      if (wanted.extraSeats) installLater(key)
    })
  }

  /** The newest version at that time that the licence covers. */
  async function coveredVersion(key: string): Promise<string | undefined> {
    const { site, releases } = ctx.library.typed
    const { timeZone } = site.company
    const today = dayIn(timeZone, ctx.clock())
    const { licence } = (await offerChange(ctx, { licence: { key } }, '/licence/key').catch(() => null)) ?? {}
    const until = licence ? dayIn(timeZone, licence.updatesUntil) : today
    return newestCovered(releases, until < today ? until : today)?.version
  }

  return { buy, keep, quote, quoteAtDesk, place, orderBy, pay, dispute }
}

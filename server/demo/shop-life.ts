import { dayIn } from '#shared/calendar.ts'
import { newestCovered } from '#shared/licensing/coverage.ts'
import { commandLine } from '../audit.ts'
import { checkOut } from '../checkout/check-out.ts'
import type { AppContext } from '../context.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { newId } from '../ids.ts'
import { activate } from '../licensing/activate.ts'
import { offerChange } from '../licensing/changes/offer-change.ts'
import { licencesOfOrder } from '../licensing/issue.ts'
import { validate } from '../licensing/validate.ts'
import { cancelOrder } from '../orders/close-order.ts'
import { refundOrder } from '../orders/manage.ts'
import { findOrder } from '../orders/order-store.ts'
import { settle } from '../orders/settle.ts'
import { markPaid } from '../orders/take-payment.ts'
import type { Agenda } from './agenda.ts'
import type { DemoPayments } from './demo-payments.ts'
import type { Dice } from './dice.ts'
import { type Buyer, createMachine } from './people.ts'

const minute = 60_000
const day = 24 * 60 * minute

type Ordered = { items: { sku: string; qty: number }[] } | { licence: { key: string }; change: Change }
type Change = { renew?: number; to?: string; extraSeats?: number }
type Paid = (order: OrderRow) => unknown

/** Customers act through the site's own functions. */
const by = { who: commandLine }

export function createShopLife(ctx: AppContext & { payments: DemoPayments }, agenda: Agenda, dice: Dice) {
  const { db } = ctx.database
  const { plan } = agenda
  const now = () => ctx.clock().getTime()
  const later = (days: number) => now() + days * day
  const { pricing } = ctx.library.typed

  async function buy(buyer: Buyer): Promise<void> {
    const sku = dice.pick(['solo', 60], ['studio', 30], ['facility', 10])
    const product = pricing.products.find((each) => each.sku === sku) ?? pricing.products[0]
    if (!product) return
    const qty = dice.pick([1, 85], [2, 10], [3, 5])
    await order(buyer, { items: [{ sku: product.sku, qty }] }, product.unitAmount * qty, (paid) =>
      own(buyer, paid),
    )
  }

  async function order(buyer: Buyer, ordered: Ordered, expectedTotal: number, paid: Paid): Promise<void> {
    const isLarge = expectedTotal >= 60_000
    const paymentMethod = dice.chance(isLarge ? 0.7 : 0.25) ? 'invoice' : 'card'
    const purchaseOrder = paymentMethod === 'invoice' && dice.chance(0.4) && `DEMO-${dice.whole(1000, 9999)}`
    const placed = await checkOut(ctx, {
      key: newId('demonstration', ctx.random),
      remoteIp: undefined,
      countOrder: async () => {},
      body: {
        ...ordered,
        expectedTotal,
        paymentMethod,
        customer: buyer,
        ...(purchaseOrder && { purchaseOrder }),
        acceptTerms: true,
        verification: 'demonstration',
      },
    })
    const { id } = placed.order
    if (placed.order.status === 'paid') return arrive(id, paid)
    if (paymentMethod === 'card') payByCard(id, paid)
    else payByInvoice(id, paid)
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
      // A wrong sum goes to review.
      if (row) ctx.payments.pay(dice.chance(0.99) ? row : { ...row, total: row.total - 100 })
      await settle(ctx, id)
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
      ctx.payments.dispute(id, 'open')
      await settle(ctx, id)
      plan(later(dice.between(20, 50)), async () => {
        ctx.payments.dispute(id, dice.chance(0.6) ? 'none' : 'lost')
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
    if (row?.status === 'paid') await refundOrder(ctx, row, { amount }, by)
  }

  async function own(buyer: Buyer, { id }: OrderRow): Promise<void> {
    for (const { key, seats } of await licencesOfOrder(db, id, ctx.keyring)) {
      const machines = dice.whole(1, seats.limit)
      for (let count = 0; count < machines; count += 1) installLater(key)
      planChanges(buyer, key)
    }
  }

  /** The machine validates as long as its owner continues. */
  function installLater(key: string): void {
    const machine = createMachine(dice)
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
    await order(buyer, { licence: access, change: wanted }, quoted.total, () => {
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

  return { buy }
}

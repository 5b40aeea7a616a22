import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Imported } from '#shared/licensing/imported.ts'
import type { Mine, OwnLicence, OwnOrder } from '#shared/orders/mine.ts'
import { newestCovered } from '#shared/releases/offered-to.ts'
import type { Release } from '#shared/releases/releases.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Keys, Seller, ShopContext } from '../../context.ts'
import { sessionOf } from '../../people/sign-in/customer-session.ts'
import type { Session } from '../../people/sign-in/sessions.ts'
import type { Db } from '../../runtime/db/database.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import type { ActivationRow } from '../../runtime/db/rows/licences.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import type { Services } from '../../services.ts'
import { correctionsLeft } from '../../shop/invoices/correct.ts'
import { findInvoices } from '../../shop/invoices/issue.ts'
import { orderNotFound } from '../../shop/orders/order-not-found.ts'
import { readOrderView } from '../../shop/orders/order-view.ts'
import { findOwnOrder, listOwnOrders } from '../../shop/orders/own-orders.ts'
import { listQuotes, showListed } from '../../shop/quotes/list-quotes.ts'
import { findImported } from '../import/imported-licences.ts'
import { listEnrolments, viewOwnEnrolment } from '../licensing/enrolments.ts'
import { rightsOf } from '../licensing/rights.ts'
import { revealKey } from '../licensing/stored-key.ts'
import { findTypedEmail, listMachinesOf, listOwnLicences, type OwnLicenceRow } from './owned.ts'

/** The download of all data has the rest. */
const mostQuotes = 20

export function viewMine(ctx: ShopContext, { email, endsAt }: Session): Promise<Mine> {
  return readSnapshot(ctx.database, async (db) => {
    const typed = await findTypedEmail(db, email)
    const licences = await viewLicences(db, ctx, email, () => listOwnLicences(db, email))
    const orders: OwnOrder[] = []
    for (const order of await listOwnOrders(db, email)) {
      orders.push(await readOwnOrder(db, ctx, order))
      // SQLite answers on this thread, and a school may have hundreds of orders.
      await nextTurn()
    }
    const quotes = (await listQuotes(db, { email, limit: mostQuotes })).map(showListed)
    const now = ctx.clock().toISOString()
    return {
      email: shownEmail(typed ?? email),
      now,
      sessionEndsAt: endsAt,
      orders: withoutLeftOrders(orders),
      quotes,
      licences,
    }
  })
}

export function mineInProcess(ctx: ShopContext): Services['mine'] {
  return async (headers) => {
    const session = await sessionOf(ctx, headers)
    return session && (await viewMine(ctx, session))
  }
}

/** @throws AppError 404 `order_not_found`, also for somebody else's order */
export async function requireOwnOrder(ctx: ShopContext, email: string, id: string): Promise<OwnOrder> {
  const order = await viewOwnOrder(ctx, email, id)
  if (!order) throw orderNotFound()
  return order
}

/** Null for an unknown id and for somebody else's order. */
export function viewOwnOrder(ctx: ShopContext, email: string, id: string): Promise<OwnOrder | null> {
  return readSnapshot(ctx.database, async (snapshot) => {
    const order = await findOwnOrder(snapshot, email, id)
    return order && readOwnOrder(snapshot, ctx, order)
  })
}

/** @param order read from the same snapshot */
async function readOwnOrder(snapshot: Db, ctx: ShopContext, order: OrderRow): Promise<OwnOrder> {
  const left = correctionsLeft(await findInvoices(snapshot, order.id), ctx.clock())
  return { ...(await readOrderView(snapshot, ctx, order)), correctionsLeft: left }
}

/** @param read runs again if the keys are re-encrypted meanwhile */
export async function viewLicences(
  db: Db,
  { keyring, library }: Keys & Seller,
  email: string,
  read: () => Promise<OwnLicenceRow[]>,
): Promise<OwnLicence[]> {
  const { site, releases, pricing } = library.typed
  return keyring.readSealed(db, async (secrets) => {
    const rows = await read()
    const ids = rows.map(({ id }) => id)
    const imported = await findImported(db, ids)
    const machines = Map.groupBy(await listMachinesOf(db, rows), ({ licence_id }) => licence_id)
    const enrolments = Map.groupBy(await listEnrolments(db, ids), ({ licence_id }) => licence_id)
    return rows.map((row) => {
      const own = machines.get(row.id) ?? []
      const isBoughtHere = row.order_email !== null && foldEmail(row.order_email) === email
      return {
        id: row.id,
        key: revealKey(row, secrets),
        keyHint: row.key_hint,
        product: site.product,
        sku: row.sku,
        plan: row.plan,
        status: row.status,
        seats: { limit: row.seat_limit, used: own.length },
        updatesUntil: row.updates_until,
        entitlements: rightsOf(row, pricing).entitlements,
        newestCovered: coveredBy(releases, dayIn(site.company.timeZone, row.updates_until)),
        orderNumber: isBoughtHere ? row.order_number : null,
        movedAt: isBoughtHere ? null : row.moved_at,
        imported: viewOwn(imported.get(row.id)),
        machines: own.map(toMachine),
        enrolments: (enrolments.get(row.id) ?? []).map((each) => viewOwnEnrolment(each, secrets)),
      }
    })
  })
}

function viewOwn(imported: Imported | undefined): OwnLicence['imported'] {
  if (!imported) return null
  const { at, from, order, oldKeyHint } = imported
  return { at, from, order, oldKeyHint }
}

export function coveredBy(releases: readonly Release[], until: Day) {
  const newest = newestCovered(releases, until)
  return newest && { version: newest.version, date: newest.date }
}

export function toMachine(row: ActivationRow): OwnLicence['machines'][number] {
  return {
    id: row.id,
    name: row.machine_name || row.machine_id,
    os: row.machine_os,
    appVersion: row.app_version,
    activatedAt: row.activated_at,
    seenAt: row.seen_at,
  }
}

/** Leaves out card orders abandoned at the payment page, if a later order bought the same. */
export function withoutLeftOrders(orders: readonly OwnOrder[]): OwnOrder[] {
  return orders.filter(
    (order) =>
      !isLeft(order) ||
      !orders.some((later) => isBought(later, order) && thingsOf(later) === thingsOf(order)),
  )
}

/** A bank may still be processing a debit. */
function isLeft({ status, paymentMethod, payment }: OwnOrder): boolean {
  return status === 'pending' && paymentMethod === 'card' && payment !== 'processing'
}

function isBought({ paidAt, createdAt }: OwnOrder, { createdAt: before }: OwnOrder): boolean {
  return paidAt !== null && createdAt > before
}

/** Prices may differ, because a code was added or removed. */
function thingsOf({ lines }: OwnOrder): string {
  return JSON.stringify(lines.map(({ sku, qty, change }) => [sku, qty, change]).toSorted())
}

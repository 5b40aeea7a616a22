import type { DeskOrder, ListedOrder } from '#shared/desk/order-answers.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import type { OrderSort } from '#shared/desk/sorts.ts'
import type { OrderStatus } from '#shared/orders/orders.ts'
import { endOfAccount, hideIbans } from '#shared/orders/refund-account.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { Clock, Data, Payments, Seller } from '../../context.ts'
import { countRows } from '../../runtime/db/count-rows.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import type { Page } from '../../runtime/db/keyset.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { orderNotFound } from '../../shop/orders/order-not-found.ts'
import { findOrderByName } from '../../shop/orders/order-store.ts'
import { canRefund } from '../../shop/orders/refund-order.ts'
import { findUndoable } from '../../shop/orders/undo-payment.ts'
import { readWholeOrder, showOrder } from '../../shop/orders/whole-order.ts'
import { dashboardOf } from '../../shop/payments/stripe-dashboard.ts'
import { codesOf, linesOf, listOrdersPage, type OrderFilter } from './list-orders.ts'

/** @param name an untrusted id or number @throws AppError 404 `order_not_found` */
export async function findDeskOrder(db: Db, name: string): Promise<OrderRow> {
  const order = /^[\w-]{1,64}$/.test(name) ? await findOrderByName(db, name) : null
  if (order) return order
  throw orderNotFound()
}

export async function viewOrdersPage(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: OrderFilter,
  page: Page<OrderSort>,
): Promise<{ rows: ListedOrder[]; next: string | null }> {
  const { rows, next } = await listOrdersPage(database, filter, page)
  return { rows: await viewOrderRows(database, rows), next }
}

export async function viewOrderRows(
  database: Pick<Database, 'reader'>,
  orders: OrderRow[],
): Promise<ListedOrder[]> {
  const lines = await linesOf(database, orders)
  const codes = await codesOf(database.reader, orders)
  return orders.map((order) => ({
    ...showOrder(order),
    code: codes.get(order.id) ?? null,
    lines: (lines.get(order.id) ?? []).map(({ sku, name, qty }) => ({ sku, name, qty })),
  }))
}

/**
 * Shows the order as it is now.
 * @param name an untrusted id or number
 * @throws AppError 404 `order_not_found`
 */
export async function viewDeskOrder(
  ctx: Data & Clock & Payments & Seller,
  name: string,
  rights: Rights,
): Promise<DeskOrder> {
  const order = await readSnapshot(ctx.database, async (snapshot) =>
    readDeskOrder(snapshot, ctx, await findDeskOrder(snapshot, name)),
  )
  return mayRead(rights, 'orders.pay') ? order : withoutAccounts(order)
}

/** Masks account numbers for roles that send no money. */
function withoutAccounts(order: DeskOrder): DeskOrder {
  const { refundAccount, payments, events } = order
  return {
    ...order,
    refundAccount: refundAccount && { ...refundAccount, number: endOfAccount(refundAccount.number) },
    payments: payments.map((entry) => ({
      ...entry,
      reference: entry.reference && hideIbans(entry.reference),
    })),
    events: events.map((event) => ({ ...event, detail: hideIbans(event.detail) })),
  }
}

async function readDeskOrder(
  db: Db,
  { config, payments, library, clock }: Data & Clock & Payments & Seller,
  order: OrderRow,
): Promise<DeskOrder> {
  const whole = await readWholeOrder(db, order)
  const { timeZone } = library.typed.site.company
  const undoable = await findUndoable(db, order, { timeZone, now: clock() })
  const ofCustomer = db.selectFrom('orders').where(sameEmail('customer_email', order.customer_email))
  return {
    ...whole,
    payments: whole.payments.map((entry) => ({ ...entry, canUndo: undoable.get(entry.id) === null })),
    whyNoUndo: [...new Set(undoable.values())].filter((refusal) => refusal !== null).join(' ') || null,
    code: (await codesOf(db, [order])).get(order.id) ?? null,
    documents: whole.documents.map((document) => ({
      ...document,
      replacedBy: whole.documents.find(({ replaces }) => replaces === document.number)?.number ?? null,
      url: deskApiRoutes.document(order.id, document.number),
      eInvoiceUrl: document.kind === 'receipt' ? null : deskApiRoutes.eInvoice(order.id, document.number),
    })),
    ordersOfCustomer: await countRows(ofCustomer),
    creditCanPay: whole.credit > 0 ? await findPayable(db, order) : [],
    paymentPage:
      order.payment_intent &&
      `${dashboardOf(config.stripe?.secretKey ?? '')}payments/${order.payment_intent}`,
    canRefund: canRefund({ payments }, order),
  }
}

const awaiting: OrderStatus[] = ['pending', 'expired']
const mostPayable = 20

/** The same buyer's unpaid orders, newest first. */
async function findPayable(db: Db, { id, customer_email, currency }: OrderRow) {
  const orders = await db
    .selectFrom('orders')
    .select(['number', 'total', 'received_amount'])
    .where(sameEmail('customer_email', customer_email))
    .where('currency', '=', currency)
    .where('status', 'in', awaiting)
    .where('id', '!=', id)
    .orderBy('number', 'desc')
    .limit(mostPayable)
    .execute()
  return orders.map(({ number, total, received_amount }) => ({
    number,
    outstanding: total - (received_amount ?? 0),
  }))
}

import { dayIn } from '#shared/calendar/calendar.ts'
import { buyerMails } from '#shared/desk/mail-words.ts'
import type { Order } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Clock, Data, Keys, Payments, Seller } from '../../context.ts'
import { changedLicences } from '../../licences/changes/changed-licences.ts'
import { readChange } from '../../licences/changes/history.ts'
import { licencesOfOrder } from '../../licences/licensing/issue.ts'
import type { Db } from '../../runtime/db/database.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { viewAmounts } from '../checkout/price-order.ts'
import { taxOf } from '../invoices/content.ts'
import { findInvoices, type IssuedInvoice, readInvoiceContent } from '../invoices/issue.ts'
import { viewQuoteOf } from '../quotes/quotes.ts'
import { listPayments } from './ledger.ts'
import { orderNotOpened } from './order-not-found.ts'
import { findLines, findOrder } from './order-store.ts'
import { toSendOf } from './refund-by-transfer.ts'
import { refuseCard } from './refuse-card.ts'
import { outstandingOf, transferOf } from './transfer.ts'

type Viewing = Keys & Clock & Seller & Payments

/**
 * The buyer's current view, with whole keys.
 * @param opened the order that the visitor's link or session opened
 * @throws AppError 404 `order_not_found` if its links were revoked meanwhile
 */
export function viewOrder(
  ctx: Viewing & Data,
  opened: Pick<OrderRow, 'id' | 'link_generation'>,
): Promise<Order> {
  return readSnapshot(ctx.database, async (snapshot) => {
    const order = await findOrder(snapshot, opened.id)
    if (order?.link_generation !== opened.link_generation) throw orderNotOpened()
    return readOrderView(snapshot, ctx, order)
  })
}

/** @param order read from the same snapshot */
export async function readOrderView(
  snapshot: Db,
  { keyring, clock, library, payments: cards }: Viewing,
  order: OrderRow,
): Promise<Order> {
  const lines = await findLines(snapshot, order.id)
  const bought = await licencesOfOrder(snapshot, order.id, keyring)
  const changed = await changedLicences(snapshot, order.id, keyring)
  // Hides the receipt of an undone payment until the order is paid again.
  const documents = (await findInvoices(snapshot, order.id)).filter(
    ({ kind }) => kind !== 'receipt' || order.paid_at !== null,
  )
  const mails = await findMails(snapshot, order.id)
  const payments = await listPayments(snapshot, order.id)
  const invoice = documents.findLast(({ kind }) => kind === 'invoice')
  return {
    ...viewHead(order),
    today: dayIn(library.typed.site.company.timeZone, clock()),
    takesCard: cards !== null && refuseCard(order) === null,
    quote: await viewQuoteOf(snapshot, { keyring, now: clock() }, order),
    payments: payments.map(({ amount, received_at }) => ({ amount, date: received_at })),
    lines: lines.map((line) => ({
      ...viewLine(line),
      licences: [...bought, ...changed]
        .filter(({ lineId }) => lineId === line.id)
        .map(({ lineId: _, ...licence }) => ({ key: null, ...licence })),
    })),
    invoice: invoice
      ? { number: invoice.number, issuedAt: invoice.issued_at, url: apiRoutes.invoice(order.id) }
      : null,
    documents: documents.map((document) => ({
      kind: document.kind === 'adjustment_note' ? 'adjustment' : document.kind,
      number: document.number,
      content: readInvoiceContent(document),
      url: documentUrl(document, documents, invoice),
      eInvoiceUrl: document.kind === 'receipt' ? null : apiRoutes.eInvoice(order.id, document.number),
      ...(document.replaces && { replaces: document.replaces }),
      replacedBy: documents.find(({ replaces }) => replaces === document.number)?.number ?? null,
    })),
    mails,
  }
}

/** Several notes can reach one sum if money came back in between. Its address opens the last one. */
function documentUrl(
  document: IssuedInvoice,
  documents: IssuedInvoice[],
  inForce: IssuedInvoice | undefined,
): string {
  const { order_id, number, refunded } = document
  const last = documents.findLast((each) => each.kind === 'adjustment_note' && each.refunded === refunded)
  if (document === last && document.round === inForce?.round)
    return apiRoutes.adjustmentNote(order_id, refunded)
  return document === inForce ? apiRoutes.invoice(order_id) : apiRoutes.document(order_id, number)
}

export function viewHead(
  order: OrderRow,
): Omit<Order, 'today' | 'takesCard' | 'quote' | 'lines' | 'payments' | 'invoice' | 'documents' | 'mails'> {
  const { id, number, status, currency, total, tax, refunded } = order
  const { purchaseOrder, eInvoice, waivesWithdrawal, ...customer } = buyerOf(order)
  const transfer = transferOf(order)
  return {
    id,
    number,
    status,
    currency,
    total,
    tax,
    refunded,
    refundPending: order.refund_pending,
    refundFailed:
      order.refund_failed > 0 ? { amount: order.refund_failed, reason: order.refund_failure ?? '' } : null,
    refundToSend: toSendOf(order),
    refundRepaid: order.refund_repaid,
    takenBack: order.taken_back,
    discount: order.discount,
    createdAt: order.created_at,
    paidAt: order.paid_at,
    dueAt: transfer?.dueAt.toISOString() ?? null,
    steps: transfer?.steps ?? [],
    outstanding: outstandingOf(order),
    taxRule: taxOf(order),
    paymentMethod: order.payment_method,
    payment: order.payment_state,
    paymentUrl: status === 'pending' && order.received_amount === null ? order.session_url : null,
    customer: { ...customer, email: shownEmail(customer.email) },
    purchaseOrder,
    eInvoice,
    waivesWithdrawal,
  }
}

export function viewLine(line: OrderLineRow) {
  const { name, change, discounts } = line
  return {
    ...viewAmounts(line),
    name,
    discounts: JSON.parse(discounts),
    change: change === null ? null : readChange(change).kind,
  }
}

/** Leaves out notifications to the company. */
async function findMails(db: Db, orderId: string): Promise<Order['mails']> {
  const rows = await db
    .selectFrom('mails')
    .select(['kind', 'status', 'created_at', 'sent_at'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', buyerMails)
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind, status, created_at, sent_at }) => ({
    kind,
    status: status === 'aside' ? 'dead' : status,
    at: sent_at ?? created_at,
  }))
}

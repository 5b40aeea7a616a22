import { type Day, formatDate } from '#shared/calendar/calendar.ts'
import { debitDays } from '#shared/calendar/debit-days.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { awaitsCard, isPartlyPaid, type Order } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'

/** Explains an order's status and what it means for the customer's money. */
export function describeOrder(order: Order): { title: string; lead: string } {
  const missing = missingOfLatePart(order)
  if (missing !== null) return describeLatePart(order, missing)
  const described = describeStatus(order)
  return changesLicence(order.lines)
    ? { ...described, lead: changeLeads(order)[order.status] ?? described.lead }
    : described
}

/** Announced to screen readers when the payment arrives. */
export function arrivalOf({ lines }: Pick<Order, 'lines'>): string {
  return `The payment has arrived. ${changesLicence(lines) ? 'Your licence has changed.' : 'Your keys are on this page.'}`
}

/** Explains how the application gets its new licence file after a change. */
export function describeFile({ status }: Pick<Order, 'status'>): string {
  if (status === 'refunded') return 'The app gets the licence file without this order the next time it asks.'
  if (status === 'disputed')
    return 'Until the dispute is decided, the app gets the licence file without this order.'
  return 'The app gets the new licence file the next time it asks.'
}

function changeLeads(order: Order): Partial<Record<Order['status'], string>> {
  return {
    pending: order.payment
      ? `${debitText(order)} ${order.payment === 'processing' ? 'The licence changes when it’s there. Don’t pay again.' : payWaysText}`
      : awaitsCard(order)
        ? 'This page says so when it has arrived. You can close it: the licence changes by itself.'
        : `${payText(order)} The licence changes when ${allOf(order)} has arrived.`,
    paid: `Your licence has changed, and its key stays the same. ${creditOf(order)}`.trim(),
    partially_refunded: `${wentBackText(order)} Your licence stays as it is.`,
    refunded: `${wentBackText(order)} Your licence is as it was without this order.`,
    disputed:
      'The bank has asked for this payment back. Until that is decided, the licence is as it was without this order.',
    review:
      'The payment has arrived, and the licence couldn’t be changed as it was ordered. We’ve been told, and write to you. Don’t pay again.',
    cancelled:
      'There is nothing to pay. If you have paid all the same, the licence changes as soon as the money arrives.',
  }
}

/** The missing amount in cents, if a lapsed or cancelled order was paid in part; otherwise null. */
export function missingOfLatePart({ status, total, payments }: Pick<Order, 'status' | 'total' | 'payments'>) {
  const came = payments.reduce((sum, { amount }) => sum + amount, 0)
  const isClosed = status === 'expired' || status === 'cancelled'
  return isClosed && came > 0 && came < total ? total - came : null
}

/** The invoice is cancelled, so the buyer may choose to pay the rest or not. */
function describeLatePart(order: Order, missing: number) {
  const money = (cents: number) => formatPrice(cents, order.currency)
  return {
    title: `This order ${order.status === 'expired' ? 'has lapsed' : 'was cancelled'}, and a part has come.`,
    lead: `${money(order.total - missing)} of ${money(order.total)} has arrived, and ${money(missing)} is missing. You don’t owe it, and either is fine: send the rest to the account below, with the reference ${order.number}, and the order is carried out; or write to us, and say where the part you’ve paid should go back to.`,
  }
}

function describeStatus(order: Order): { title: string; lead: string } {
  const { status } = order
  switch (status) {
    case 'pending':
      if (order.payment)
        return {
          title:
            order.payment === 'processing' ? 'Your bank is working on it.' : 'Your bank refused the payment.',
          lead: `${debitText(order)} ${order.payment === 'processing' ? 'We mail your keys when it’s there. Don’t pay again.' : payWaysText}`,
        }
      if (isPartlyPaid(order))
        return {
          title: 'A part has arrived.',
          lead: `${payText(order)} The keys come by email when ${allOf(order)} has arrived.`,
        }
      return awaitsCard(order)
        ? {
            title: 'Waiting for the payment.',
            lead: 'This page says so when it has arrived. You can close it: the keys come by email too.',
          }
        : {
            title: awaitedTitle(order),
            lead: `${payText(order)} The keys come by email when ${allOf(order)} has arrived.`,
          }
    case 'paid':
      return { title: 'Thank you. It’s done.', lead: `Your keys are below. ${creditOf(order)}`.trim() }
    case 'partially_refunded':
      return {
        title: 'Partly refunded.',
        lead: `${wentBackText(order)} Your keys go on working.`,
      }
    case 'refunded':
      return {
        title: 'Refunded.',
        lead: `${wentBackText(order)}${order.paidAt ? ' The keys of this order are switched off.' : ''}`,
      }
    case 'disputed':
      return {
        title: 'The payment is disputed.',
        lead: 'The bank has asked for this payment back. Until that is decided, the keys are on hold.',
      }
    case 'review':
      return {
        title: 'We’re looking at your payment.',
        lead: 'What arrived isn’t what this order comes to. We’ve been told, and write to you. Don’t pay again.',
      }
    case 'expired':
      if (order.steps.length > 0)
        return {
          title: 'This order has lapsed.',
          lead: 'No transfer came in time. The invoice is cancelled, and nothing is owed. Money that comes later still counts.',
        }
      return {
        title: 'This order has run out.',
        lead: 'It wasn’t paid in time. Nothing has been charged, and you can order again.',
      }
    case 'cancelled':
      return {
        title: 'This order was cancelled.',
        lead: 'There is nothing to pay. If you have paid all the same, your keys come as soon as the money does.',
      }
  }
}

const payWaysText = 'The order is kept at its price: pay by card, or by bank transfer as below.'

/** States how long the bank takes, or that it refused the debit. */
function debitText({ payment, total, currency }: Order): string {
  return payment === 'processing'
    ? `Your bank takes up to ${debitDays(currency)} working days.`
    : `Nothing of the ${formatPrice(total, currency)} has come.`
}

/** States where refunded money is: with the buyer, on its way, still with us, or taken by the buyer's bank. */
function wentBackText(order: Order): string {
  const { status, total, refunded, refundPending, refundFailed, refundRepaid, takenBack, currency } = order
  const toSend = order.refundToSend
  const money = (cents: number) => formatPrice(cents, currency)
  const failed = refundFailed?.amount ?? 0
  const there = refunded - takenBack - refundPending - refundRepaid - failed - (toSend?.amount ?? 0)
  const ofTotal = status === 'partially_refunded' ? ` of ${money(total)}` : ''
  return [
    takenBack > 0 && `Your bank has taken back ${money(takenBack)}${ofTotal} after a dispute.`,
    there > 0 && `${money(there)}${ofTotal} went back the way it came.`,
    refundRepaid > 0 && `${money(refundRepaid)}${ofTotal} went to your bank account.`,
    refundPending > 0 && `${money(refundPending)}${ofTotal} is on its way back. Banks can take a few days.`,
    toSend &&
      `We transfer ${money(toSend.amount)}${ofTotal} to your bank account by ${formatDate(toSend.by)}.`,
    failed > 0 &&
      `${money(failed)}${ofTotal} that we sent back didn’t reach you. We owe it to you, and pay it another way: write to us with a bank account.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function awaitedTitle(order: Order): string {
  if (isOver(order, 'due')) return 'Your invoice is overdue.'
  return order.invoice ? 'Your invoice is here.' : 'Thank you. One step left.'
}

function payText(order: Order): string {
  const { total, outstanding, currency } = order
  const money = (cents: number) => formatPrice(cents, currency)
  const what = isPartlyPaid(order)
    ? `We have ${money(total - outstanding)} of ${money(total)}. Pay the rest, ${money(outstanding)},`
    : `Pay ${money(total)}`
  return `${what} by bank transfer${whenText(order)}`
}

/** States the due date, and what follows after it. */
function whenText(order: Order): string {
  const [due, last] = [dayOf(order, 'due'), dayOf(order, 'lapse')]
  if (!due || !last) return '.'
  if (!isOver(order, 'due')) return ` by ${formatDate(due)}.`
  const overdue = `. It was due on ${formatDate(due)}.`
  if (!isPartlyPaid(order)) return `${overdue} The order lapses after ${formatDate(last)}.`
  if (!isOver(order, 'lapse')) return overdue
  return `${overdue} The last day, ${formatDate(last)}, is over, but the order hasn’t lapsed, because a part has come.`
}

function isOver(order: Order, kind: Step): boolean {
  const day = dayOf(order, kind)
  return day !== null && day < order.today
}

function dayOf({ steps }: Order, kind: Step): Day | null {
  return steps.find((step) => step.kind === kind)?.day ?? null
}

type Step = Order['steps'][number]['kind']

function allOf(order: Order): string {
  return isPartlyPaid(order) ? 'all of it' : 'the money'
}

/** Empty unless a paid order received more than its total. */
function creditOf({ payments, total, currency }: Order): string {
  const credit = payments.reduce((sum, { amount }) => sum + amount, 0) - total
  if (credit <= 0) return ''
  return `${formatPrice(credit, currency)} more than the total came in: write to us, and say where it should go back to.`
}

const mailsOfState = ['order_paid', 'order_received', 'payment_processing', 'payment_failed']

/** The delivery status of the latest mail that the buyer waits for. */
export function mailOf({ mails, customer: { email } }: Pick<Order, 'mails' | 'customer'>): string {
  const mail = mails.findLast(({ kind }) => mailsOfState.includes(kind))
  if (!mail) return ''
  if (mail.status === 'sent') return `We’ve sent a mail to ${email}.`
  if (mail.status === 'queued') return `A mail is on its way to ${email}.`
  return `The mail to ${email} couldn’t be delivered.`
}

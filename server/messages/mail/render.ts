import type { SendMailOptions } from 'nodemailer'
import type { MailKind } from '#shared/desk/mail-words.ts'
import type { Site } from '#shared/seller/site.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { type Letter, oneLine } from './blocks.ts'
import { UnsendableMail } from './deliver.ts'
import { html } from './html.ts'
import { plainText } from './plain-text.ts'
import type { CustomerSources, MailSources } from './sources.ts'
import { contactMessage, contactReceived } from './templates/contact.ts'
import { deskLink } from './templates/desk-link.ts'
import { erasureReceived, erasureRequested } from './templates/erasure.ts'
import {
  orderTakenBack,
  paymentFailed,
  paymentProcessing,
  refundDelayed,
  refundRepaid,
} from './templates/from-the-bank.ts'
import { licenceBusy } from './templates/licence-busy.ts'
import { licenceIssued } from './templates/licence-issued.ts'
import { moveAccepted, moveArrived, moveDone, moveOffered, moveUndone } from './templates/licence-move.ts'
import { licenceReminder } from './templates/licence-reminder.ts'
import { orderCancelled, orderLapsed } from './templates/order-closed.ts'
import {
  moneyBackNotice,
  orderAttentionNotice,
  orderAwaitedNotice,
  orderDisputeNotice,
  orderPaidNotice,
  orderPartlyPaidNotice,
  orderRefundNotice,
  orderReview,
  refundFailedNotice,
} from './templates/order-notice.ts'
import { orderPaid } from './templates/order-paid.ts'
import { orderReaddressed } from './templates/order-readdressed.ts'
import { orderReceived, transferReminder } from './templates/order-received.ts'
import { orderRefunded } from './templates/order-refunded.ts'
import { ordersPaidSummary } from './templates/paid-summary.ts'
import { paymentRefused } from './templates/payment-refused.ts'
import { quarantine } from './templates/quarantine.ts'
import { quoteMade, quoteWithdrawn } from './templates/quote.ts'
import { signInLink, signInUnknown } from './templates/sign-in.ts'
import { webhookGivenUp } from './templates/webhook-given-up.ts'
import { invoiceCorrected, keyReplaced, machineReleased } from './templates/your-licences.ts'

export type LetterContext = {
  site: Site
  /** Public origin without a trailing slash. */
  siteUrl: string
  /** Whether the site takes cards. */
  cardPayments: boolean
  /** Includes the token that opens the order. */
  orderLink(order: OrderRow): Promise<string>
  sources: MailSources
  customers: CustomerSources
}

/** @returns null if the mail's subject no longer exists */
export type Template = (mail: MailRow, context: LetterContext) => Promise<Letter | null>

const templates: Record<MailKind, Template> = {
  order_paid: orderPaid,
  order_received: orderReceived,
  transfer_reminder: transferReminder,
  order_lapsed: orderLapsed,
  quote_made: quoteMade,
  quote_withdrawn: quoteWithdrawn,
  webhook_given_up: webhookGivenUp,
  payment_refused: paymentRefused,
  order_refunded: orderRefunded,
  order_readdressed: orderReaddressed,
  order_review: orderReview,
  order_awaited_notice: orderAwaitedNotice,
  order_paid_notice: orderPaidNotice,
  orders_paid_summary: ordersPaidSummary,
  order_refund_notice: orderRefundNotice,
  order_dispute_notice: orderDisputeNotice,
  order_partly_paid_notice: orderPartlyPaidNotice,
  order_attention_notice: orderAttentionNotice,
  refund_failed_notice: refundFailedNotice,
  money_back_notice: moneyBackNotice,
  payment_processing: paymentProcessing,
  payment_failed: paymentFailed,
  order_taken_back: orderTakenBack,
  refund_delayed: refundDelayed,
  refund_repaid: refundRepaid,
  licence_busy: licenceBusy,
  licence_issued: licenceIssued,
  licence_reminder: licenceReminder,
  contact_message: contactMessage,
  contact_received: contactReceived,
  quarantine,
  sign_in_link: signInLink,
  sign_in_unknown: signInUnknown,
  desk_link: deskLink,
  machine_released: machineReleased,
  key_replaced: keyReplaced,
  invoice_corrected: invoiceCorrected,
  order_cancelled: orderCancelled,
  move_offered: moveOffered,
  move_accepted: moveAccepted,
  move_done: moveDone,
  move_arrived: moveArrived,
  move_undone: moveUndone,
  erasure_requested: erasureRequested,
  erasure_received: erasureReceived,
}

/** Repeated renderings keep their Message-ID, and their Date until a person asks for another attempt. @throws UnsendableMail if the mail's subject no longer exists */
export async function renderMail(mail: MailRow, context: LetterContext): Promise<SendMailOptions> {
  return toMessage(mail, await writeLetter(mail, context), context)
}

/** @throws UnsendableMail if the mail's subject no longer exists */
export async function writeLetter(mail: MailRow, context: LetterContext): Promise<Letter> {
  const template = Object.hasOwn(templates, mail.kind) ? templates[mail.kind as MailKind] : undefined
  if (!template) throw new Error(`there is no template ${mail.kind}`)
  const letter = await template(mail, context)
  if (!letter) throw new UnsendableMail(`its ${subjectOf(mail)} is gone`)
  return letter
}

function subjectOf({ order_id, message_id }: MailRow): string {
  return order_id ? 'order' : message_id ? 'message' : 'licence'
}

function toMessage(mail: MailRow, letter: Letter, { site, siteUrl }: LetterContext): SendMailOptions {
  const own = { name: site.product, address: site.company.email }
  const { hostname } = new URL(siteUrl)
  return {
    messageId: `<${mail.id}@${hostname}>`,
    date: new Date(datedAt(mail)),
    ...(mail.order_id && threadOf(mail.order_id, hostname)),
    from: toMailbox(own),
    // As an object it is always one address, whatever the text contains.
    to: { name: '', address: letter.to ?? mail.recipient },
    replyTo: toMailbox(letter.replyTo ?? own),
    subject: toHeader(letter.subject),
    text: plainText(letter, site),
    html: html(letter, site),
    attachments: letter.attachments?.map(({ content, ...rest }) => ({
      ...rest,
      content: Buffer.from(content),
    })),
    // Stops automatic replies (RFC 3834).
    headers: {
      ...(letter.automatic && { 'Auto-Submitted': 'auto-generated' }),
      ...(letter.unsubscribe && unsubscribeHeaders(letter.unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A mail that a person tries again counts as written then, because filters distrust old dates. */
function datedAt({ created_at, retried_at }: MailRow): string {
  return retried_at !== null && retried_at > created_at ? retried_at : created_at
}

/** An order's mails answer one message that is never sent, so that mail programs show them together (RFC 5322, 3.6.4). */
function threadOf(orderId: string, hostname: string) {
  const root = `<${orderId}@${hostname}>`
  return { inReplyTo: root, references: root }
}

/** RFC 8058. */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

type Mailbox = { name: string; address: string }

function toMailbox({ name, address }: Mailbox): Mailbox {
  return { name: toHeader(name), address }
}

/** Mail programs decode any encoded word (RFC 2047, 2), so a space breaks up a forged one. */
function toHeader(text: string): string {
  return oneLine(text).replaceAll('=?', '= ?')
}

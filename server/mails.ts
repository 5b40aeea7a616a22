import type { SendMailOptions } from 'nodemailer'
import type { MailKind } from '#shared/desk/mail-words.ts'
import type { ShopContext } from './context.ts'
import { deskLink } from './desk/sign-in/link-mail.ts'
import { createMemberSource, type MemberSource } from './desk/sign-in/members.ts'
import { erasureReceived, erasureRequested } from './licences/mails/erasure.ts'
import { licenceBusy } from './licences/mails/licence-busy.ts'
import { licenceIssued } from './licences/mails/licence-issued.ts'
import * as moves from './licences/mails/licence-move.ts'
import { licenceReminder } from './licences/mails/licence-reminder.ts'
import { licencesImported } from './licences/mails/licences-imported.ts'
import { signInLink, signInUnknown } from './licences/mails/sign-in.ts'
import { createLicenceSources, type LicenceSources } from './licences/mails/sources.ts'
import * as yours from './licences/mails/your-licences.ts'
import { type Letter, paragraph } from './messages/mail/blocks.ts'
import { type DeliveryParts, UnsendableMail } from './messages/mail/deliver.ts'
import { renderLetter } from './messages/mail/render.ts'
import type { LetterContext, Template } from './messages/mail/template.ts'
import { webhookGivenUp } from './messages/webhooks/given-up-mail.ts'
import { contactAnswer, contactMessage, contactReceived } from './people/mails/contact.ts'
import { quarantine } from './people/mails/quarantine.ts'
import { createPeopleSources, type PeopleSources } from './people/mails/sources.ts'
import type { MailRow } from './runtime/db/rows/mails.ts'
import * as bank from './shop/mails/from-the-bank.ts'
import { invoiceCorrected } from './shop/mails/invoice-corrected.ts'
import { orderCancelled, orderLapsed } from './shop/mails/order-closed.ts'
import * as notices from './shop/mails/order-notice.ts'
import { orderPaid } from './shop/mails/order-paid.ts'
import { orderReaddressed } from './shop/mails/order-readdressed.ts'
import { orderReceived, partReceived, transferReminder } from './shop/mails/order-received.ts'
import { orderRefunded, refundUnsent } from './shop/mails/order-refunded.ts'
import { ordersPaidSummary } from './shop/mails/paid-summary.ts'
import { paymentRefused } from './shop/mails/payment-refused.ts'
import { quoteMade, quoteWithdrawn } from './shop/mails/quote.ts'
import { createShopSources, type ShopSources } from './shop/mails/sources.ts'

export type MailSources = ShopSources & LicenceSources & PeopleSources & MemberSource

export type MailContext = LetterContext<MailSources>

/** Templates by the kind stored in the outbox. */
const templates: Record<MailKind, Template<MailSources>> = {
  order_paid: orderPaid,
  order_received: orderReceived,
  transfer_reminder: transferReminder,
  part_received: partReceived,
  order_lapsed: orderLapsed,
  order_cancelled: orderCancelled,
  order_refunded: orderRefunded,
  order_readdressed: orderReaddressed,
  invoice_corrected: invoiceCorrected,
  payment_processing: bank.paymentProcessing,
  payment_failed: bank.paymentFailed,
  order_taken_back: bank.orderTakenBack,
  refund_delayed: bank.refundDelayed,
  payment_undone: bank.paymentUndone,
  refund_repaid: bank.refundRepaid,
  refund_unsent: refundUnsent,
  quote_made: quoteMade,
  quote_withdrawn: quoteWithdrawn,

  order_review: notices.orderReview,
  order_awaited_notice: notices.orderAwaitedNotice,
  order_paid_notice: notices.orderPaidNotice,
  orders_paid_summary: ordersPaidSummary,
  order_refund_notice: notices.orderRefundNotice,
  order_dispute_notice: notices.orderDisputeNotice,
  order_partly_paid_notice: notices.orderPartlyPaidNotice,
  order_attention_notice: notices.orderAttentionNotice,
  refund_failed_notice: notices.refundFailedNotice,
  money_back_notice: notices.moneyBackNotice,
  payment_refused: paymentRefused,

  licence_issued: licenceIssued,
  licences_imported: licencesImported,
  licence_reminder: licenceReminder,
  licence_busy: licenceBusy,
  sign_in_link: signInLink,
  sign_in_unknown: signInUnknown,
  machine_released: yours.machineReleased,
  key_replaced: yours.keyReplaced,
  enrolment_made: yours.enrolmentMade,
  enrolment_ended: yours.enrolmentEnded,
  move_offered: moves.moveOffered,
  move_accepted: moves.moveAccepted,
  move_done: moves.moveDone,
  move_arrived: moves.moveArrived,
  move_undone: moves.moveUndone,
  erasure_requested: erasureRequested,
  erasure_received: erasureReceived,

  contact_message: contactMessage,
  contact_received: contactReceived,
  contact_answer: contactAnswer,
  quarantine,
  desk_link: deskLink,
  webhook_given_up: webhookGivenUp,
}

/** Everything that delivery needs except the transport. */
export function mailDelivery(ctx: ShopContext): Omit<DeliveryParts, 'transport'> {
  const { clock, random, log } = ctx
  const render = (mail: MailRow) => renderMail(mail, mailContextOf(ctx))
  return { db: ctx.database.db, clock, random, log, render }
}

/** Reads the current content and settings. */
export function mailContextOf(ctx: ShopContext): MailContext {
  const { siteUrl, stripe } = ctx.config
  const sources = {
    ...createShopSources(ctx),
    ...createLicenceSources(ctx),
    ...createPeopleSources(ctx),
    ...createMemberSource(ctx),
  }
  return { site: ctx.library.typed.site, siteUrl, cardPayments: stripe !== null, sources }
}

/** @throws UnsendableMail if the mail's subject no longer exists */
export async function renderMail(mail: MailRow, context: MailContext): Promise<SendMailOptions> {
  return renderLetter(mail, await writeLetter(mail, context), context)
}

/** @throws UnsendableMail if the mail's subject no longer exists */
export async function writeLetter(mail: MailRow, context: MailContext): Promise<Letter> {
  const template = Object.hasOwn(templates, mail.kind) ? templates[mail.kind as MailKind] : undefined
  if (!template) throw new Error(`there is no template ${mail.kind}`)
  const letter = await template(mail, context)
  if (!letter) throw new UnsendableMail(`its ${subjectOf(mail)} is gone`)
  const blocks = letter.blocks.map((part) => (typeof part === 'string' ? paragraph(part) : part))
  return { ...letter, blocks }
}

function subjectOf({ order_id, message_id }: MailRow): string {
  return order_id ? 'order' : message_id ? 'message' : 'licence'
}

import { capitalised } from '../text/words.ts'
import type { Attached } from './mail-answers.ts'

/** Mails that an order's page lists. */
const toBuyers = {
  order_received: 'Invoice and how to pay',
  transfer_reminder: 'Reminder to pay',
  order_lapsed: 'The order has lapsed',
  order_cancelled: 'The order is cancelled',
  payment_processing: 'The bank works on the payment',
  payment_failed: 'The bank refused the payment',
  part_received: 'A part of the payment came in',
  order_paid: 'The order is paid',
  payment_undone: 'A payment was booked by mistake',
  order_refunded: 'Refund and its note',
  order_taken_back: 'The bank took money back',
  refund_delayed: 'The refund takes longer',
  refund_repaid: 'The refund went by transfer',
  refund_unsent: 'The refund wasn’t sent yet',
  invoice_corrected: 'Corrected invoice',
}

const mails = {
  ...toBuyers,
  order_readdressed: 'The address was changed',
  quote_made: 'Quote',
  quote_withdrawn: 'Quote withdrawn',
  order_review: 'Order in review',
  order_awaited_notice: 'New order awaiting payment',
  order_paid_notice: 'New paid order',
  orders_paid_summary: 'Paid orders of a day',
  order_refund_notice: 'A refund was made',
  order_dispute_notice: 'News of a dispute',
  order_attention_notice: 'A payment needs a look',
  refund_failed_notice: 'A refund failed',
  money_back_notice: 'A bank gave money back',
  order_partly_paid_notice: 'Part payment came in',
  licence_busy: 'Licence on many machines',
  payment_refused: 'Card payments refused',
  webhook_given_up: 'Message to a program given up',
  licence_issued: 'A licence by hand',
  licences_imported: 'Licences came from the old shop',
  licence_reminder: 'Updates end soon',
  machine_released: 'A machine was released',
  key_replaced: 'The new key',
  enrolment_made: 'A token was made',
  enrolment_ended: 'A token has ended',
  move_offered: 'Offer of a licence',
  move_accepted: 'A move to confirm',
  move_done: 'The licence has left',
  move_arrived: 'The licence has come',
  move_undone: 'The move is undone',
  contact_message: 'New message',
  contact_received: 'Message received',
  contact_answer: 'Answer to a message',
  quarantine: 'Messages held as spam',
  sign_in_link: 'Link to their licences',
  sign_in_unknown: 'No licence under this address',
  desk_link: 'Link to the desk',
  erasure_requested: 'Erasure asked for',
  erasure_received: 'Erasure received',
}

/** Each kind of mail needs words. */
export type MailKind = keyof typeof mails

/** Mails about an order to its buyer, not to the company. */
export const buyerMails = Object.keys(toBuyers) as MailKind[]

const carriedNames: Record<Attached, string> = {
  keys_invoice: 'Keys and invoice',
  keys_receipt: 'Keys and receipt',
  change_invoice: 'Changed licence and invoice',
  change_receipt: 'Changed licence and receipt',
}

/** "order_paid" → "Keys and receipt" */
export function describeMail(kind: string, carries: Attached | null = null): string {
  if (carries) return carriedNames[carries]
  return (mails as Record<string, string>)[kind] ?? capitalised(kind.replaceAll('_', ' '))
}

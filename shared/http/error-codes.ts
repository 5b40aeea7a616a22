import { maxBodyInWords, maxImportBytes, maxStatementBytes, sizeInWords } from './body-limit.ts'

/** Every code that an error answer of the API can carry, with its status. server/README.md repeats this table. */
export const errorCodes = {
  // Errors of Express keep their own status.
  bad_request: { status: 400 as number, meaning: 'The request could not be understood.' },
  malformed_json: { status: 400, meaning: 'The body is not valid JSON.' },
  idempotency_key_required: {
    status: 400,
    meaning: 'The header `Idempotency-Key` is missing, or isn’t 16 to 255 visible ASCII characters.',
  },
  signature_invalid: { status: 400, meaning: 'The webhook’s signature is missing, wrong or too old.' },
  sign_in_required: {
    status: 401,
    meaning: 'There is no session; `POST /api/licences/link` or `/api/desk/link` mails a link to one.',
  },
  role_forbidden: {
    status: 403,
    meaning: 'At the desk: the act isn’t this role’s; `roles` names whose it is.',
  },
  cross_origin_refused: { status: 403, meaning: 'A page of another site sent the request.' },
  licence_key_replaced: {
    status: 403,
    meaning: 'The key was replaced by a new one, which its owner has by mail.',
  },
  licence_suspended: { status: 403, meaning: 'The licence is suspended.' },
  licence_revoked: { status: 403, meaning: 'The licence has been revoked, and stays so.' },
  checkout_closed: {
    status: 403,
    meaning: 'The shop isn’t open yet: its settings still have placeholders.',
  },
  order_links_revoked: { status: 403, meaning: 'The order’s links were revoked; its newest mail opens it.' },
  version_not_covered: {
    status: 403,
    meaning: 'The version came after the licence’s updates ended; `newestCovered`, and `renewUrl` to get it.',
  },
  enrolment_ended: { status: 403, meaning: 'The enrolment token’s last day is over, or somebody ended it.' },
  trial_ended: { status: 403, meaning: 'The trial on this machine is over; `shopUrl` sells licences.' },
  trial_not_offered: { status: 403, meaning: 'There is no trial; `shopUrl` sells licences.' },
  member_not_found: { status: 404, meaning: 'At the desk: nobody of this address is staff.' },
  session_not_found: { status: 404, meaning: 'At the desk: there is no such session or token.' },
  statement_not_found: { status: 404, meaning: 'At the desk: there is no such statement.' },
  message_not_found: { status: 404, meaning: 'At the desk: there is no such message.' },
  webhook_not_found: {
    status: 404,
    meaning: 'At the desk: there is no such webhook, it was sent already, or its receiver wants no more.',
  },
  mail_not_found: { status: 404, meaning: 'At the desk: there is no such mail, or it was sent already.' },
  not_found: { status: 404, meaning: 'There is nothing at this address.' },
  order_not_found: { status: 404, meaning: 'There is no such order, or the token doesn’t open it.' },
  invoice_not_found: {
    status: 404,
    meaning: 'The order has no invoice yet; one by card gets it when it’s paid.',
  },
  adjustment_note_not_found: { status: 404, meaning: 'The order has no such adjustment note.' },
  document_not_found: { status: 404, meaning: 'The order has no document of this number.' },
  code_not_found: { status: 404, meaning: 'For the operator: there is no such discount code.' },
  quote_not_found: { status: 404, meaning: 'There is no such quote, or the token doesn’t open it.' },
  enrolment_not_found: {
    status: 404,
    meaning: 'The licence has no such enrolment token, or it ended already.',
  },
  activation_not_found: { status: 404, meaning: 'The licence is on no such machine.' },
  licence_not_found: { status: 404, meaning: 'No licence has this key.' },
  release_not_found: { status: 404, meaning: 'No release has a file for this system and architecture.' },
  release_not_covered: {
    status: 404,
    meaning: 'Every release came after the updates of the licence whose key was sent had ended.',
  },
  update_token_unknown: { status: 404, meaning: 'No machine that holds a seat has this update feed.' },
  update_unavailable: { status: 404, meaning: 'No release for this system has files with size and hashes.' },
  checksums_unavailable: { status: 404, meaning: 'No file of any release has a SHA-256 yet.' },
  method_not_allowed: { status: 405, meaning: 'The address has no such method; `Allow` lists those it has.' },
  in_progress: {
    status: 409,
    meaning: 'The same request is being carried out right now; try again after `Retry-After`.',
  },
  price_changed: { status: 409, meaning: 'The total is another one: `total`, `tax` and `currency`.' },
  nothing_to_send: { status: 409, meaning: 'The order has no mail to send again.' },
  too_many_moves: {
    status: 409,
    meaning: 'The licence was on too many machines; `until` is the day it ends.',
  },
  signing_key_unknown: {
    status: 409,
    meaning: 'The application knows no key that signs; a version from `downloadUrl` does. No seat was taken.',
  },
  enrolment_full: {
    status: 409,
    meaning: 'As many machines as the enrolment token allows have a seat by it.',
  },
  seat_limit_reached: { status: 409, meaning: 'Every seat is taken; `activations` lists the machines.' },
  licence_file_outdated: {
    status: 409,
    meaning: 'The licence file is older than the machine’s seat, or than the licence’s last move.',
  },
  invoice_not_issued: { status: 409, meaning: 'The order has no invoice yet.' },
  corrected_too_often: { status: 409, meaning: 'The invoice was corrected three times already.' },
  correction_too_late: { status: 409, meaning: 'The invoice is older than 12 months.' },
  release_withdrawn: {
    status: 409,
    meaning: 'At the desk: the release is withdrawn; one that is offered again needs a new number.',
  },
  member_in_site: {
    status: 409,
    meaning: 'At the desk: the address stands in `staff` of `content/site.yml`, and is changed there.',
  },
  code_taken: { status: 409, meaning: 'For the operator: there is a discount code of this name already.' },
  quote_withdrawn: { status: 409, meaning: 'The seller took the quote back.' },
  quote_expired: { status: 409, meaning: 'The quote’s prices are no longer held.' },
  quote_used: { status: 409, meaning: 'The quote was ordered already; `orderNumber` says as which order.' },
  amount_differs: { status: 409, meaning: 'For the operator: the amount isn’t what is outstanding.' },
  licence_final: { status: 409, meaning: 'At the desk: the licence’s state is for good.' },
  changed_meanwhile: {
    status: 409,
    meaning: 'At the desk: somebody was quicker; `who`, `at`, `act` and the new `revision`.',
  },
  order_not_payable: { status: 409, meaning: 'The order isn’t waiting for money any more.' },
  order_partly_paid: {
    status: 409,
    meaning:
      'A part of the order has come by transfer: it’s no longer paid by card, nor cancelled by its buyer.',
  },
  order_not_refundable: { status: 409, meaning: 'For the operator: the order can’t be refunded.' },
  payment_not_undoable: {
    status: 409,
    meaning: 'At the desk: the payment can’t be taken back any more.',
  },
  order_not_cancellable: { status: 409, meaning: 'The order can’t be cancelled any more.' },
  refund_too_large: { status: 409, meaning: 'For the operator: less than this is left to refund.' },
  cards_not_taken: { status: 409, meaning: 'Cards aren’t taken; pay by bank transfer.' },
  stripe_not_configured: { status: 409, meaning: 'For the operator: card payments are not configured.' },
  link_spent: { status: 410, meaning: 'At the desk: the mailed link was used, or is too old.' },
  payload_too_large: {
    status: 413,
    meaning: `The body is too large: ${maxBodyInWords}, 1 MiB for a webhook, ${sizeInWords(maxStatementBytes)} for a statement, ${sizeInWords(maxImportBytes)} for an import.`,
  },
  unsupported_media_type: { status: 415, meaning: 'The body’s type or encoding is not supported.' },
  validation_failed: { status: 422, meaning: 'Members are wrong; `errors` names each.' },
  statement_unreadable: { status: 422, meaning: 'At the desk: `line` of the bank’s file can’t be read.' },
  account_unknown: {
    status: 422,
    meaning:
      'At the desk: nobody said whose the bank’s file is, or the `number` in it, or the number is another’s; say one of `accounts` in `account`, or a new one’s name in `newAccount`, with `number` to change it.',
  },
  columns_unknown: {
    status: 422,
    meaning:
      'At the desk: five `rows` of the bank’s file, below its `header`, leave its columns, days or decimals open, as `readings` shows; say them in `columns`, `dates` and `decimal`.',
  },
  confirmation_required: {
    status: 422,
    meaning: 'At the desk: a final act wants its object’s name in `confirm`; `preview` says what it will do.',
  },
  invalid_request: { status: 422, meaning: 'Parameters are wrong; `errors` names each.' },
  cart_empty: { status: 422, meaning: 'The cart is empty.' },
  sku_unknown: { status: 422, meaning: 'A product isn’t sold.' },
  qty_invalid: { status: 422, meaning: 'A quantity isn’t a whole number from 1 to the product’s `maxQty`.' },
  code_invalid: {
    status: 422,
    meaning: 'The discount code is unknown, over, used up, or not for what is ordered; `detail` says which.',
  },
  buyer_identity_required: { status: 422, meaning: 'A tax invoice of this amount must name its buyer.' },
  change_not_offered: { status: 422, meaning: 'The licence can’t become this; `errors` names the member.' },
  payment_method_unavailable: { status: 422, meaning: 'Cards can’t be taken; pay by invoice.' },
  verification_failed: { status: 422, meaning: 'The human verification’s token is missing or wrong.' },
  idempotency_key_reused: { status: 422, meaning: 'The `Idempotency-Key` was sent with another body.' },
  licence_key_malformed: { status: 422, meaning: 'The key has a typo, or is no licence key.' },
  import_not_found: { status: 404, meaning: 'At the desk: there is no such import.' },
  import_unreadable: { status: 422, meaning: 'At the desk: `line` of the file can’t be read as CSV.' },
  import_started: {
    status: 409,
    meaning: 'At the desk: the import has begun, so its columns stay as they are.',
  },
  import_read_otherwise: {
    status: 409,
    meaning:
      'At the desk: other choices than those that were checked. They are checked now; look, and send it again.',
  },
  import_file_gone: {
    status: 409,
    meaning: 'At the desk: the import’s file is no longer kept; upload it again.',
  },
  licence_file_invalid: {
    status: 422,
    meaning: 'The licence file isn’t one that we signed for this machine.',
  },
  request_file_malformed: { status: 422, meaning: 'The body has no whole activation request.' },
  precondition_required: {
    status: 428,
    meaning:
      'At the desk: a program asked for this before. An `Idempotency-Key`, or the `revision` of an order that it read, lets it happen again.',
  },
  rate_limited: { status: 429, meaning: 'Too many requests; try again after `Retry-After`.' },
  key_replaced_today: {
    status: 429,
    meaning: 'A key can be replaced once a day; try again after `Retry-After`.',
  },
  internal_error: { status: 500, meaning: 'Something went wrong on our side.' },
  payment_refused: {
    status: 502,
    meaning: 'The payment provider refuses us, so cards don’t work; the order is kept.',
  },
  temporarily_unavailable: { status: 503, meaning: 'Nothing was changed; try again after `Retry-After`.' },
  statement_unmatched: {
    status: 503,
    meaning:
      'At the desk: the bank’s file is stored as `statement`, but its lines aren’t matched; read it again, and don’t send the file again.',
  },
  pricing_unavailable: { status: 503, meaning: 'The price list can’t be read.' },
  verification_unavailable: { status: 503, meaning: 'The human verification can’t be reached.' },
  payment_provider_unavailable: {
    status: 503,
    meaning: 'The payment provider can’t be reached; the order is kept for the same `Idempotency-Key`.',
  },
  contact_unavailable: { status: 503, meaning: 'The message could not be stored.' },
  event_not_stored: { status: 503, meaning: 'The webhook’s event could not be stored.' },
  webhook_not_configured: { status: 503, meaning: 'No webhook secret is configured.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof errorCodes
export type StatusOf<Code extends ErrorCode> = (typeof errorCodes)[Code]['status']

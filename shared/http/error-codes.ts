import { maxBodyInWords, maxImportBytes, maxStatementBytes, sizeInWords } from './body-limit.ts'

/** Every code that an error answer of the API can carry, by status. server/README.md has the same table. */
const meanings = {
  400: {
    /** Errors from Express keep their own status. */
    bad_request: 'The request could not be understood.',
    malformed_json: 'The body is not valid JSON.',
    idempotency_key_required:
      'The header `Idempotency-Key` is missing, or isn’t 16 to 255 visible ASCII characters.',
    signature_invalid: 'The webhook’s signature is missing, wrong or too old.',
  },
  401: {
    sign_in_required:
      'There is no session; `POST /api/licences/link` or `/api/desk/link` mails a link to one.',
  },
  403: {
    role_forbidden: 'At the desk: the act isn’t this role’s; `roles` names whose it is.',
    cross_origin_refused: 'A page of another site sent the request.',
    licence_key_replaced: 'The key was replaced by a new one, which its owner has by mail.',
    licence_suspended: 'The licence is suspended.',
    licence_revoked: 'The licence has been revoked, and stays so.',
    checkout_closed: 'The shop isn’t open yet: its settings still have placeholders.',
    order_links_revoked: 'The order’s links were revoked; its newest mail opens it.',
    version_not_covered:
      'The version came after the licence’s updates ended; `newestCovered`, and `renewUrl` to get it.',
    enrolment_ended: 'The enrolment token’s last day is over, or somebody ended it.',
    trial_ended: 'The trial on this machine is over; `shopUrl` sells licences.',
    trial_not_offered: 'There is no trial; `shopUrl` sells licences.',
  },
  404: {
    member_not_found: 'At the desk: nobody of this address is staff.',
    session_not_found: 'At the desk: there is no such session or token.',
    statement_not_found: 'At the desk: there is no such statement.',
    message_not_found: 'At the desk: there is no such message.',
    webhook_not_found:
      'At the desk: there is no such webhook, it was sent already, or its receiver wants no more.',
    mail_not_found: 'At the desk: there is no such mail, or it was sent already.',
    not_found: 'There is nothing at this address.',
    order_not_found: 'There is no such order, or the token doesn’t open it.',
    invoice_not_found: 'The order has no invoice yet; one by card gets it when it’s paid.',
    adjustment_note_not_found: 'The order has no such adjustment note.',
    document_not_found: 'The order has no document of this number.',
    code_not_found: 'For the operator: there is no such discount code.',
    quote_not_found: 'There is no such quote, or the token doesn’t open it.',
    enrolment_not_found: 'The licence has no such enrolment token, or it ended already.',
    activation_not_found: 'The licence is on no such machine.',
    licence_not_found: 'No licence has this key.',
    release_not_found: 'No release has a file for this system and architecture.',
    release_not_covered: 'Every release came after the updates of the licence whose key was sent had ended.',
    update_token_unknown: 'No machine that holds a seat has this update feed.',
    update_unavailable: 'No release for this system has files with size and hashes.',
    checksums_unavailable: 'No file of any release has a SHA-256 yet.',
    import_not_found: 'At the desk: there is no such import.',
  },
  405: {
    method_not_allowed: 'The address has no such method; `Allow` lists those it has.',
  },
  409: {
    in_progress: 'The same request is being carried out right now; try again after `Retry-After`.',
    price_changed: 'The total is another one: `total`, `tax` and `currency`.',
    nothing_to_send: 'The order has no mail to send again.',
    too_many_moves: 'The licence was on too many machines; `until` is the day it ends.',
    signing_key_unknown:
      'The application knows no key that signs; a version from `downloadUrl` does. No seat was taken.',
    enrolment_full: 'As many machines as the enrolment token allows have a seat by it.',
    seat_limit_reached: 'Every seat is taken; `activations` lists the machines.',
    licence_file_outdated:
      'The licence file is older than the machine’s seat, or than the licence’s last move.',
    invoice_not_issued: 'The order has no invoice yet.',
    corrected_too_often: 'The invoice was corrected three times already.',
    correction_too_late: 'The invoice is older than 12 months.',
    release_withdrawn: 'At the desk: the release is withdrawn; one that is offered again needs a new number.',
    member_in_site: 'At the desk: the address stands in `staff` of `content/site.yml`, and is changed there.',
    code_taken: 'For the operator: there is a discount code of this name already.',
    quote_withdrawn: 'The seller took the quote back.',
    quote_expired: 'The quote’s prices are no longer held.',
    quote_used: 'The quote was ordered already; `orderNumber` says as which order.',
    amount_differs: 'For the operator: the amount isn’t what is outstanding.',
    licence_final: 'At the desk: the licence’s state is for good.',
    changed_meanwhile: 'At the desk: somebody was quicker; `who`, `at`, `act` and the new `revision`.',
    order_not_payable: 'The order isn’t waiting for money any more.',
    order_partly_paid:
      'A part of the order has come by transfer: it’s no longer paid by card, nor cancelled by its buyer.',
    order_not_refundable: 'For the operator: the order can’t be refunded.',
    payment_not_undoable: 'At the desk: the payment can’t be taken back any more.',
    order_not_cancellable: 'The order can’t be cancelled any more.',
    refund_too_large: 'For the operator: less than this is left to refund.',
    cards_not_taken: 'Cards aren’t taken; pay by bank transfer.',
    stripe_not_configured: 'For the operator: card payments are not configured.',
    import_started: 'At the desk: the import has begun, so its columns stay as they are.',
    import_read_otherwise:
      'At the desk: other choices than those that were checked. They are checked now; look, and send it again.',
    import_file_gone: 'At the desk: the import’s file is no longer kept; upload it again.',
  },
  410: {
    link_spent: 'At the desk: the mailed link was used, or is too old.',
  },
  413: {
    payload_too_large: `The body is too large: ${maxBodyInWords}, 1 MiB for a webhook, ${sizeInWords(maxStatementBytes)} for a statement, ${sizeInWords(maxImportBytes)} for an import.`,
  },
  415: {
    unsupported_media_type: 'The body’s type or encoding is not supported.',
  },
  422: {
    validation_failed: 'Members are wrong; `errors` names each.',
    statement_unreadable: 'At the desk: `line` of the bank’s file can’t be read.',
    account_unknown:
      'At the desk: nobody said whose the bank’s file is, or the `number` in it, or the number is another’s; say one of `accounts` in `account`, or a new one’s name in `newAccount`, with `number` to change it.',
    columns_unknown:
      'At the desk: five `rows` of the bank’s file, below its `header`, leave its columns, days or decimals open, as `readings` shows; say them in `columns`, `dates` and `decimal`.',
    confirmation_required:
      'At the desk: a final act wants its object’s name in `confirm`; `preview` says what it will do.',
    invalid_request: 'Parameters are wrong; `errors` names each.',
    cart_empty: 'The cart is empty.',
    sku_unknown: 'A product isn’t sold.',
    qty_invalid: 'A quantity isn’t a whole number from 1 to the product’s `maxQty`.',
    code_invalid:
      'The discount code is unknown, over, used up, or not for what is ordered; `detail` says which.',
    buyer_identity_required: 'A tax invoice of this amount must name its buyer.',
    change_not_offered: 'The licence can’t become this; `errors` names the member.',
    payment_method_unavailable: 'Cards can’t be taken; pay by invoice.',
    verification_failed: 'The human verification’s token is missing or wrong.',
    idempotency_key_reused: 'The `Idempotency-Key` was sent with another body.',
    licence_key_malformed: 'The key has a typo, or is no licence key.',
    import_unreadable: 'At the desk: `line` of the file can’t be read as CSV.',
    licence_file_invalid: 'The licence file isn’t one that we signed for this machine.',
    request_file_malformed: 'The body has no whole activation request.',
  },
  428: {
    precondition_required:
      'At the desk: a program asked for this before. An `Idempotency-Key`, or the `revision` of an order that it read, lets it happen again.',
  },
  429: {
    rate_limited: 'Too many requests; try again after `Retry-After`.',
    key_replaced_today: 'A key can be replaced once a day; try again after `Retry-After`.',
  },
  500: {
    internal_error: 'Something went wrong on our side.',
  },
  502: {
    payment_refused: 'The payment provider refuses us, so cards don’t work; the order is kept.',
  },
  503: {
    temporarily_unavailable: 'Nothing was changed; try again after `Retry-After`.',
    statement_unmatched:
      'At the desk: the bank’s file is stored as `statement`, but its lines aren’t matched; read it again, and don’t send the file again.',
    pricing_unavailable: 'The price list can’t be read.',
    verification_unavailable: 'The human verification can’t be reached.',
    payment_provider_unavailable:
      'The payment provider can’t be reached; the order is kept for the same `Idempotency-Key`.',
    contact_unavailable: 'The message could not be stored.',
    event_not_stored: 'The webhook’s event could not be stored.',
    webhook_not_configured: 'No webhook secret is configured.',
  },
} as const

type Meanings = typeof meanings

export type ErrorCode = { [Status in keyof Meanings]: keyof Meanings[Status] }[keyof Meanings]

export type StatusOf<Code extends ErrorCode> = Code extends 'bad_request'
  ? number
  : { [Status in keyof Meanings]: Code extends keyof Meanings[Status] ? Status : never }[keyof Meanings]

export const errorCodes = Object.fromEntries(
  Object.entries(meanings).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => [code, { status: Number(status), meaning }]),
  ),
) as { readonly [Code in ErrorCode]: { status: StatusOf<Code>; meaning: string } }

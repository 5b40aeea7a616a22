import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'

/** Whole objects in the SDK's own types, as Stripe answers them without `expand`. Times are seconds. */

type NewSession = Pick<
  Stripe.Checkout.Session,
  'amount_total' | 'cancel_url' | 'client_reference_id' | 'created' | 'currency' | 'customer_email'
> &
  Pick<Stripe.Checkout.Session, 'expires_at' | 'metadata' | 'success_url'>

/** @param origin the stand-in's address, which also shows the payment page */
export function newSession(asked: NewSession, origin: string): Stripe.Checkout.Session {
  const id = newId('cs_test')
  return {
    ...asked,
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: asked.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card', 'au_becs_debit'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${origin}/pay/${id}`,
    wallet_options: null,
  }
}

/** Stripe makes the intent once the customer confirms the session, so a declined try leaves one too. */
export function newIntent(
  session: Stripe.Checkout.Session,
  { created, description, metadata }: Pick<Stripe.PaymentIntent, 'created' | 'description' | 'metadata'>,
): Stripe.PaymentIntent {
  return {
    id: newId('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created,
    currency: session.currency ?? '',
    customer: null,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

export function newCharge(
  intent: Stripe.PaymentIntent,
  { status, by }: { status: Stripe.Charge.Status; by: 'card' | 'au_becs_debit' },
): Stripe.Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: status === 'succeeded',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: { type: by },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

export function newRefund(
  charge: Stripe.Charge,
  asked: Pick<Stripe.Refund, 'amount' | 'created' | 'metadata' | 'status'>,
): Stripe.Refund {
  return {
    ...asked,
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  }
}

export type NewDispute = Pick<Stripe.Dispute, 'amount' | 'created' | 'reason' | 'status'> & { dueBy: number }

export function newDispute(charge: Stripe.Charge, { dueBy, ...asked }: NewDispute): Stripe.Dispute {
  return {
    ...asked,
    id: newId('dp'),
    object: 'dispute',
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: asked.status.startsWith('warning_'),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
  }
}

export function newWarning(charge: Stripe.Charge, created: number): Stripe.Radar.EarlyFraudWarning {
  return {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
  }
}

export function newReview(charge: Stripe.Charge, created: number): Stripe.Review {
  return {
    id: newId('prv'),
    object: 'review',
    billing_zip: null,
    charge: charge.id,
    closed_reason: null,
    created,
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: 'rule',
    ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
    reason: 'rule',
    session: null,
  }
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

import { z } from 'zod'
import { codeSchema } from '#shared/desk/code-answers.ts'
import { customerSchema } from '#shared/desk/customer-answers.ts'
import { importSchema } from '#shared/desk/import-answers.ts'
import { deskLicenceSchema, listedLicenceSchema } from '#shared/desk/licence-answers.ts'
import { mailSchema, sentMailSchema } from '#shared/desk/mail-answers.ts'
import { wholeMessageSchema } from '#shared/desk/message-answers.ts'
import { deskOrderSchema, listedOrderSchema } from '#shared/desk/order-answers.ts'
import { waitingOrderSchema } from '#shared/desk/overview-answers.ts'
import { deskQuoteSchema, listedQuoteSchema } from '#shared/desk/quote-answers.ts'
import { statementListSchema, statementSchema } from '#shared/desk/statement-answers.ts'
import {
  activationAnswerSchema,
  activationSchema,
  ownEnrolmentSchema,
  trialAnswerSchema,
  validationAnswerSchema,
} from '#shared/licensing/answers.ts'
import { licenceInfoSchema } from '#shared/licensing/licence-info.ts'
import { activationRequestSchema } from '#shared/licensing/requests.ts'
import { signedLicenceSchema, signedTrialSchema, signedVerdictSchema } from '#shared/licensing/signed.ts'
import { attentionSchema } from '#shared/orders/attention.ts'
import { checkoutSchema, namedCustomerSchema } from '#shared/orders/checkout.ts'
import { invoiceContentSchema } from '#shared/orders/invoice.ts'
import { ownOrderSchema } from '#shared/orders/mine.ts'
import { orderLineSchema, orderSchema } from '#shared/orders/orders.ts'
import { quoteSchema } from '#shared/orders/quotes.ts'
import { appliedCodeSchema, cartPriceSchema } from '#shared/pricing/price-answer.ts'
import { taxSchema } from '#shared/pricing/tax-schema.ts'

const [anyInvoice] = invoiceContentSchema.options

/** Names of answers' schemas in generated clients. */
const names = {
  Licence: licenceInfoSchema,
  Activation: activationSchema,
  Seats: licenceInfoSchema.shape.seats,
  OwnEnrolment: ownEnrolmentSchema,
  SignedTerms: signedLicenceSchema.shape.licence,
  ActivationRequest: activationRequestSchema,
  Verdict: validationAnswerSchema,
  ActivationAnswer: activationAnswerSchema,
  TrialAnswer: trialAnswerSchema,
  Order: orderSchema,
  OwnOrder: ownOrderSchema,
  OrderLine: orderLineSchema,
  Quote: quoteSchema,
  Tax: taxSchema,
  AppliedCode: appliedCodeSchema,
  PricedLine: cartPriceSchema.shape.lines.element,
  DeskOrder: deskOrderSchema,
  DeskLicence: deskLicenceSchema,
  DeskQuote: deskQuoteSchema,
  ListedOrder: listedOrderSchema,
  ListedLicence: listedLicenceSchema,
  ListedQuote: listedQuoteSchema,
  DeskCustomer: customerSchema,
  WaitingOrder: waitingOrderSchema,
  DeskCode: codeSchema,
  OrderCustomer: orderSchema.shape.customer,
  Attention: attentionSchema,
  Customer: checkoutSchema.shape.customer,
  NamedCustomer: namedCustomerSchema,
  InvoiceSeller: anyInvoice.shape.seller,
  InvoiceBuyer: anyInvoice.shape.buyer,
  DeskMessage: wholeMessageSchema,
  SentMail: sentMailSchema,
  DeskMail: mailSchema,
  Statement: statementSchema,
  StatementList: statementListSchema,
  Import: importSchema,
}

for (const [id, schema] of Object.entries(names)) z.globalRegistry.add(schema, { id })

/** Content of decoded files. No answer refers to these. */
export const signedTexts = {
  SignedLicence: signedLicenceSchema,
  SignedVerdict: signedVerdictSchema,
  SignedTrial: signedTrialSchema,
}

import { importSchema } from '#shared/desk/import-answers.ts'
import { deskLicenceSchema } from '#shared/desk/licence-answers.ts'
import { sentMailSchema } from '#shared/desk/mail-answers.ts'
import { wholeMessageSchema } from '#shared/desk/message-answers.ts'
import { deskOrderSchema } from '#shared/desk/order-answers.ts'
import { deskQuoteSchema } from '#shared/desk/quote-answers.ts'
import { statementSchema } from '#shared/desk/statement-answers.ts'
import {
  activationAnswerSchema,
  activationSchema,
  trialAnswerSchema,
  validationAnswerSchema,
} from '#shared/licensing/answers.ts'
import { licenceInfoSchema } from '#shared/licensing/licence-info.ts'
import { signedLicenceSchema, signedTrialSchema, signedVerdictSchema } from '#shared/licensing/signed.ts'
import { ownOrderSchema } from '#shared/orders/mine.ts'
import { orderLineSchema, orderSchema } from '#shared/orders/orders.ts'
import { quoteSchema } from '#shared/orders/quotes.ts'

/** What generated clients call the shapes of answers. The signed ones are what files hold, once they are decoded. */
export const namedSchemas = {
  site: {
    ...{ Licence: licenceInfoSchema, Activation: activationSchema, Verdict: validationAnswerSchema },
    ...{
      SignedLicence: signedLicenceSchema,
      SignedVerdict: signedVerdictSchema,
      SignedTrial: signedTrialSchema,
    },
    ...{ ActivationAnswer: activationAnswerSchema, TrialAnswer: trialAnswerSchema },
    ...{ Order: orderSchema, OwnOrder: ownOrderSchema, OrderLine: orderLineSchema },
    Quote: quoteSchema,
  },
  desk: {
    ...{ DeskOrder: deskOrderSchema, DeskLicence: deskLicenceSchema, DeskQuote: deskQuoteSchema },
    ...{ DeskMessage: wholeMessageSchema, SentMail: sentMailSchema },
    ...{ Statement: statementSchema, Import: importSchema },
  },
}

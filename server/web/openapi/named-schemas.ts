import { z } from 'zod'
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

/** What generated clients call the shapes of answers. */
const names = {
  ...{ Licence: licenceInfoSchema, Activation: activationSchema, Verdict: validationAnswerSchema },
  ...{ ActivationAnswer: activationAnswerSchema, TrialAnswer: trialAnswerSchema },
  ...{ Order: orderSchema, OwnOrder: ownOrderSchema, OrderLine: orderLineSchema, Quote: quoteSchema },
  ...{ DeskOrder: deskOrderSchema, DeskLicence: deskLicenceSchema, DeskQuote: deskQuoteSchema },
  ...{ DeskMessage: wholeMessageSchema, SentMail: sentMailSchema },
  ...{ Statement: statementSchema, Import: importSchema },
}

for (const [id, schema] of Object.entries(names)) z.globalRegistry.add(schema, { id })

/** What files hold, once they are decoded. No answer refers to them. */
export const signedTexts = {
  SignedLicence: signedLicenceSchema,
  SignedVerdict: signedVerdictSchema,
  SignedTrial: signedTrialSchema,
}

import { deskApiPatterns } from '#shared/desk-routes.ts'
import { isId } from '../../ids.ts'
import { sendPdf } from '../../invoices/send-pdf.ts'
import { textOf } from '../../openapi/description.ts'
import { findQuote, quoteNotFound } from '../../quotes/quotes.ts'
import { file } from '../endpoints.ts'

/** The search finds quotes, and orders name theirs. */
export const quotesApi = [
  file(deskApiPatterns.quotePdf, {
    who: 'orders.read',
    summary: 'A quote as it was made',
    says: 'The quote.',
    content: textOf('application/pdf'),
    errors: ['quote_not_found'],
    async send({ ctx, params: { id } }, _input, res) {
      const quote = isId(id) ? await findQuote(ctx.database.db, id) : null
      if (!quote) throw quoteNotFound()
      sendPdf(res, quote)
    },
  }),
]

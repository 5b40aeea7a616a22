import { Router } from 'express'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { isId } from '../../ids.ts'
import { sendPdf } from '../../invoices/send-pdf.ts'
import { findQuote, quoteNotFound } from '../../quotes/quotes.ts'
import { allow } from '../staff.ts'

/** The search finds quotes, and orders name theirs. */
export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.get('/:id/quote.pdf', allow(ctx, 'orders.read'), async (req, res) => {
    const id = String(req.params.id)
    const quote = isId(id) ? await findQuote(ctx.database.db, id) : null
    if (!quote) throw quoteNotFound()
    sendPdf(res, quote)
  })
  router.all('/:id/quote.pdf', methodNotAllowed('GET', 'HEAD'))
  return router
}

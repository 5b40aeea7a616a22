import { Router } from 'express'
import type { AppContext } from '../context.ts'
import { privateHeaders } from '../http/private-headers.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import * as audit from './audit/router.ts'
import * as books from './books/router.ts'
import * as codes from './codes/router.ts'
import * as licences from './licences/router.ts'
import * as mails from './mails/router.ts'
import * as messages from './messages/router.ts'
import * as orders from './orders/router.ts'
import * as overview from './overview/router.ts'
import * as quotes from './quotes/router.ts'
import * as search from './search/router.ts'
import * as signIn from './sign-in/router.ts'
import { requireDesk } from './staff.ts'
import * as statement from './statement/router.ts'
import * as webhooks from './webhooks/router.ts'

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.use(requireDesk(ctx), privateHeaders, limitRate(ctx.rateLimits.desk))
  router.use('/', signIn.createRouter(ctx))
  router.use('/overview', overview.createRouter(ctx))
  router.use('/search', search.createRouter(ctx))
  router.use('/', orders.createCsvRouter(ctx))
  router.use('/orders', orders.createRouter(ctx))
  router.use('/quotes', quotes.createRouter(ctx))
  router.use('/licences', licences.createRouter(ctx))
  router.use('/', books.createRouter(ctx))
  router.use('/statement', statement.createRouter(ctx))
  router.use('/codes', codes.createRouter(ctx))
  router.use('/messages', messages.createRouter(ctx))
  router.use('/mails', mails.createRouter(ctx))
  router.use('/webhooks', webhooks.createRouter(ctx))
  router.use('/audit', audit.createRouter(ctx))
  return router
}

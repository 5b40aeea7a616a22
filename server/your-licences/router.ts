import { type Response, Router } from 'express'
import { buyerSchema, moveSchema, releaseSchema } from '#shared/licensing/mine-requests.ts'
import type { AppContext } from '../context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { parse } from '../http/parse.ts'
import { privateHeaders } from '../http/private-headers.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { momentOf } from '../moment.ts'
import { requireSession } from '../sign-in/customer-session.ts'
import { licencesPurpose } from '../sign-in/lifetimes.ts'
import { clearSessionCookie, sessionToken } from '../sign-in/session-cookie.ts'
import { endSession, type Session } from '../sign-in/sessions.ts'
import { cancel } from './acts/cancel.ts'
import { correctBuyer } from './acts/correct-buyer.ts'
import { askForErasure } from './acts/erasure.ts'
import { startMove } from './acts/move.ts'
import { pay } from './acts/pay.ts'
import { release } from './acts/release.ts'
import { replaceKey } from './acts/replace-key.ts'
import { askForLink } from './ask-for-link.ts'
import { sendEverything } from './everything.ts'
import { viewMine, viewOwnOrder } from './mine.ts'

const acts = {
  release: '/mine/licences/:id/release',
  replaceKey: '/mine/licences/:id/replace-key',
  move: '/mine/licences/:id/move',
  buyer: '/mine/orders/:id/buyer',
  pay: '/mine/orders/:id/pay',
  cancel: '/mine/orders/:id/cancel',
  erasure: '/mine/erasure',
}

type Act = { id: string; body: unknown; res: Response; session: Session }

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.use(privateHeaders)
  router.post('/link', async (req, res) => {
    await askForLink(ctx, req, res, { body: req.body, tokenRequired: true })
    res.status(202).json({})
  })
  router.post('/sign-out', async (req, res) => {
    await signOut(ctx, req, res)
    res.status(204).end()
  })

  router.use('/mine', limitRate(ctx.rateLimits.general))
  router.get('/mine', async (req, res) => {
    res.json(await viewMine(ctx, await requireSession(ctx, req)))
  })
  router.get('/mine/everything.zip', async (req, res) => {
    await sendEverything(ctx, await requireSession(ctx, req), res)
  })

  post(acts.release, async ({ session: { email }, id, body, res }) => {
    res.json(await release(ctx, email, id, parse(releaseSchema, body).activationId))
  })
  post(acts.replaceKey, async ({ session: { email }, id, res }) => {
    res.json(await replaceKey(ctx, email, id))
  })
  post(acts.move, async ({ session: { email }, id, body, res }) => {
    await startMove(ctx, email, id, parse(moveSchema, body))
    res.status(202).json({})
  })
  post(acts.buyer, async ({ session: { email }, id, body, res }) => {
    const { document } = await correctBuyer(ctx, email, id, parse(buyerSchema, body))
    res.json({ document })
  })
  post(acts.pay, async ({ session: { email }, id, res }) => {
    res.json({ payment: await pay(ctx, email, id) })
  })
  post(acts.cancel, async ({ session: { email }, id, res }) => {
    await cancel(ctx, email, id)
    res.json({ order: await viewOwnOrder(ctx, email, id) })
  })
  post(acts.erasure, async ({ session: { email }, res }) => {
    await askForErasure(ctx, email)
    res.status(202).json({})
  })

  router.all(['/mine', '/mine/everything.zip'], methodNotAllowed('GET', 'HEAD'))
  router.all(['/link', '/sign-out', ...Object.values(acts)], methodNotAllowed('POST'))
  return router

  function post(path: string, act: (asked: Act) => Promise<void>): void {
    router.post(path, async (req, res) => {
      const session = await requireSession(ctx, req)
      await act({ session, id: String(req.params.id ?? ''), body: req.body ?? {}, res })
    })
  }
}

/** Ends the session on the server, whatever the browser does with its cookie. */
export async function signOut(
  ctx: AppContext,
  req: Parameters<typeof requireSession>[1],
  res: Response,
): Promise<void> {
  const { config, database } = ctx
  const token = sessionToken(req.headers, config, licencesPurpose)
  if (token) await endSession(database.db, token, licencesPurpose, momentOf(ctx))
  clearSessionCookie(res, config, licencesPurpose)
}

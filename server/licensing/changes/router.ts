import { type Request, type Response, Router } from 'express'
import { quoteRequestSchema } from '#shared/licensing/changes.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { parse } from '../../http/parse.ts'
import type { Licensing } from '../activate.ts'
import { countUnknownKey, limitActivation } from '../activation-rate.ts'
import { offerChange } from './offer-change.ts'

export function createRouter(ctx: Licensing & Pick<AppContext, 'rateLimits'>): Router {
  const router = Router()
  router.post('/quote', limitActivation(ctx), async (req: Request, res: Response) => {
    const { licenceKey, licence = { key: licenceKey }, change, code } = parse(quoteRequestSchema, req.body)
    const keyPointer = licenceKey === undefined ? '/licence/key' : '/licenceKey'
    res.set('Cache-Control', 'no-store').json(await offerChange(ctx, { licence, change, code }, keyPointer))
  })
  router.all('/quote', methodNotAllowed('POST'))
  router.use(countUnknownKey(ctx))
  return router
}

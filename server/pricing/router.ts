import { Router } from 'express'
import type { AppContext } from '../context.ts'
import { AppError, methodNotAllowed } from '../http/errors.ts'

export function createRouter({ library }: Pick<AppContext, 'library'>): Router {
  const router = Router()
  router.get('/', (req, res) => {
    if (library.errors.some(({ file }) => file.endsWith('pricing.yml'))) {
      throw new AppError(503, 'pricing_unavailable', 'Prices can’t be read at the moment.')
    }
    const { pricing } = library.typed
    res.set({
      ETag: `"${pricing.version}"`,
      'Cache-Control': 'public, max-age=60, stale-while-revalidate=600',
    })
    if (req.fresh) res.status(304).end()
    else res.json(pricing)
  })
  router.all('/', methodNotAllowed('GET', 'HEAD'))
  return router
}

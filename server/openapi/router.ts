import { Router } from 'express'
import { apiRoutes } from '#shared/api-routes.ts'
import type { AppContext } from '../context.ts'
import { methodNotAllowed } from '../http/errors.ts'

export function createRouter({ config }: Pick<AppContext, 'config'>): Router {
  const router = Router()
  // Made on demand, because it takes 20 ms and few processes are asked.
  let document: Promise<string> | undefined
  router.get(apiRoutes.description, async (_req, res) => {
    document ??= writeDocument(config.siteUrl)
    res
      .set('Cache-Control', 'public, max-age=300')
      .type('json')
      .send(await document)
  })
  router.all(apiRoutes.description, methodNotAllowed('GET', 'HEAD'))
  return router
}

async function writeDocument(siteUrl: string): Promise<string> {
  const { createApiDocument } = await import('./document.ts')
  return JSON.stringify(createApiDocument(siteUrl))
}

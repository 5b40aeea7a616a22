import { Router } from 'express'
import { apiRoutes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { methodNotAllowed } from '../http/errors.ts'

/** `GET /api/openapi.json`: every address that programs use. */
export function createRouter({ config }: Pick<AppContext, 'config'>): Router {
  const router = Router()
  // It takes 20 ms to make, and few processes are ever asked.
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

import { Router } from 'express'
import { z } from 'zod'
import { routes } from '#shared/routes.ts'
import { text } from '#shared/text-fields.ts'
import type { AppContext } from '../context.ts'
import { AppError, methodNotAllowed } from '../http/errors.ts'
import { parse } from '../http/parse.ts'

export const clearSchema = z.object({ path: text(200, 'Name the article by its path.') })

/** Stores nothing about the visitor. */
export function createRouter({ library, metrics }: Pick<AppContext, 'library' | 'metrics'>): Router {
  const router = Router()
  const isArticle = (path: string) =>
    path.startsWith(`${routes.help}/`) && library.store.documents().some((each) => each.path === path)
  router.post('/', (req, res) => {
    const { path } = parse(clearSchema, req.body ?? {})
    // Unknown paths would add endless series.
    if (!isArticle(path)) throw new AppError(404, 'not_found', 'There is no such article.')
    metrics?.countClear(path)
    res.status(204).end()
  })
  router.all('/', methodNotAllowed('POST'))
  return router
}

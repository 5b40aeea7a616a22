import type { RequestHandler } from 'express'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'

/**
 * `/pricing/` is `/pricing`, and so is `//pricing`: one address per page. Leading slashes fold, so that no redirect leaves
 * the site.
 */
export const foldSlashes: RequestHandler = (req, res, next) => {
  const { path } = req
  const target = withoutTrailingSlashes(path.replace(/^[/\\]+/, '/'))
  if (target === path || !['GET', 'HEAD'].includes(req.method)) return next()
  const query = req.originalUrl.indexOf('?')
  res.redirect(301, target + (query < 0 ? '' : req.originalUrl.slice(query)))
}

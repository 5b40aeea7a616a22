import { type Response, Router } from 'express'
import type { ContentError } from '../content/content-error.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { failedPage } from './failed-page.ts'
import { createSharedSender, sendOwn } from './send-page.ts'

/** Every address that nothing before it answered: a page, or the 404 page. */
export function createRouter(ctx: AppContext): Router {
  const router = Router()
  const sendShared = ctx.pageCache ? createSharedSender(ctx, ctx.pageCache) : () => null
  router.use(async (req, res) => {
    if (!['GET', 'HEAD'].includes(req.method)) {
      throw new AppError(405, 'method_not_allowed', `${req.method} is not supported here.`, {
        headers: { Allow: 'GET, HEAD' },
      })
    }
    if (ctx.library.errors.length > 0) return void sendContentErrors(res, ctx.library.errors)
    await (sendShared(req, res) ?? sendOwn(ctx, req, res))
  })
  router.use(failedPage(ctx.log))
  return router
}

/** While developing, what is broken shows in the page, by file and line; mending it reloads the page. */
function sendContentErrors(res: Response, errors: readonly ContentError[]) {
  const lines = errors.map(({ message }) => message.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  res
    .status(500)
    .type('html')
    .send(
      `<!DOCTYPE html><title>Broken content</title><script type="module" src="/@vite/client"></script><pre>${lines.join('\n')}</pre>`,
    )
}

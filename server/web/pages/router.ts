import { type Response, Router } from 'express'
import { escapeText } from '../../../shared/text/escape-html.ts'
import type { AppContext } from '../../context.ts'
import { allowMethods } from '../http/errors.ts'
import { failedPage } from '../http/failed-page.ts'
import type { PageHandler } from './handler.ts'

export function createRouter({ library, log }: AppContext, pages: PageHandler): Router {
  const router = Router()
  router.use(allowMethods('GET', 'HEAD'), async (req, res) => {
    if (library.errors.length > 0) return sendContentErrors(res, library.errors)
    await pages.sendLast(req, res)
  })
  router.use(failedPage(log))
  return router
}

/** Shows broken content by file and line, in development. The page reloads after the repair. */
function sendContentErrors(res: Response, errors: readonly Error[]) {
  const lines = errors.map(({ message }) => escapeText(message))
  res
    .status(500)
    .type('html')
    .send(
      `<!DOCTYPE html><title>Broken content</title><script type="module" src="/@vite/client"></script><pre>${lines.join('\n')}</pre>`,
    )
}

import { z } from 'zod'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { text } from '#shared/text/text-fields.ts'
import type { AppContext } from '../../context.ts'
import { type Endpoint, endpoint } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'

export const helpApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: apiRoutes.helpClear,
    limit: 'general',
    summary: 'Say that an article of the help was clear',
    description: 'It is counted by article, for the operator. Nothing is kept of who says it.',
    input: z.object({ path: text(200, 'Name the article by its path.') }),
    errors: ['validation_failed', 'not_found'],
    status: 204,
    says: 'It is counted.',
    answer: null,
    async run({ ctx: { library, metrics } }, { path }) {
      const isArticle =
        path.startsWith(`${routes.help}/`) && library.store.documents().some((each) => each.path === path)
      // Unknown paths would add endless series.
      if (!isArticle) throw new AppError(404, 'not_found', 'There is no such article.')
      metrics?.countClear(path)
    },
  }),
]

import { z } from 'zod'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import { helpApiRoutes } from '#shared/help/help-routes.ts'
import { helpAnswerSchema } from '#shared/help/help-search.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { text } from '#shared/text/text-fields.ts'
import type { AppContext } from '../../context.ts'
import { type Endpoint, endpoint } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { countMissedSearch } from './missed-searches.ts'

export const helpApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'get',
    path: helpApiRoutes.search,
    summary: 'Search the help, pricing, downloads, news and releases',
    description: 'Words of `content/search.yml` that mean the same find each other.',
    input: z.object({ q: text(1000, 'Ask by a text.').default('') }),
    says: 'Pages, the best first, and the words that no page has.',
    answer: helpAnswerSchema,
    run: ({ ctx: { services } }, { q }) => services.help(q),
  }),
  endpoint({
    method: 'post',
    path: helpApiRoutes.missed,
    limit: 'general',
    summary: 'Say that a search found nothing near',
    description:
      'It is counted by day and words, for the operator, if it is so. Nothing is kept of who says it.',
    input: z.object({ words: text(1000, 'Give the words of the search.') }),
    errors: ['validation_failed'],
    status: 204,
    says: 'It is counted.',
    answer: null,
    async run({ ctx }, { words }) {
      const { isNear } = await ctx.services.help(words)
      if (!isNear) await countMissedSearch(ctx.database.db, words, dayOf(ctx))
    },
  }),
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
      // Unknown paths would create endless series of metrics.
      if (!isArticle) throw new AppError(404, 'not_found', 'There is no such article.')
      metrics?.countClear(path)
    },
  }),
]

function dayOf({ library, clock }: Pick<AppContext, 'library' | 'clock'>): Day {
  return dayIn(library.typed.site.company.timeZone, clock())
}

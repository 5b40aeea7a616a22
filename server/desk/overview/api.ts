import { overviewQuerySchema, overviewSchema } from '#shared/desk/overview-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { read } from '../endpoints.ts'
import { readOverview } from './overview.ts'

export const overviewApi = [
  read(deskApiRoutes.overview, {
    who: 'overview',
    summary: 'What waits, and how sales go',
    description: 'Sums are null for support; `doctor` is the owner’s.',
    input: overviewQuerySchema,
    answer: overviewSchema,
    run: ({ ctx, sender }, { days }) => readOverview(ctx, days, sender),
  }),
]

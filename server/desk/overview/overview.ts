import { dayIn } from '#shared/calendar/calendar.ts'
import { type Overview, overviewQuerySchema, overviewSchema } from '#shared/desk/overview-answers.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { readMissedSearches } from '../../people/help/missed-searches.ts'
import { read } from '../endpoints.ts'
import { readAdoption } from './adoption.ts'
import { readRenewals } from './coming-up.ts'
import { readFirstInLine } from './first-in-line.ts'
import { readMessageRise } from './message-rise.ts'
import { readOwed } from './owed.ts'
import { readSold } from './sold.ts'
import { readWaiting } from './waiting.ts'

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

type Parts = Data & Clock & Seller

const nothingSold = {
  sales: null,
  before: null,
  yearBefore: null,
  months: null,
  plans: null,
  unpaid: null,
  cameIn: null,
}

/** Amounts in cents. Sums are null for roles that may not see them. */
export async function readOverview(ctx: Parts, days: number, rights: Rights): Promise<Overview> {
  const { reader } = ctx.database
  const { site, pricing, releases } = ctx.library.typed
  const { timeZone } = site.company
  const today = dayIn(timeZone, ctx.clock())
  const withSums = mayRead(rights, 'overview.sums')
  // Runs the long queries one by one; together they would take every CPU from visitors.
  const owed = withSums ? await readOwed(ctx) : null
  const sold = withSums
    ? await readSold(ctx.database, { today, days, timeZone, products: pricing.products })
    : nothingSold
  const versions = await readAdoption(reader, releases, { today, timeZone })
  const messageRise = mayRead(rights, 'messages') ? await readMessageRise(reader, releases, ctx.clock()) : []
  const missedSearches = mayRead(rights, 'messages') ? await readMissedSearches(reader, today) : []
  const renewals = mayRead(rights, 'licences.read')
    ? await readRenewals(reader, { now: ctx.clock(), timeZone })
    : null
  const [waiting, first] = await Promise.all([readWaiting(ctx, rights, owed), readFirstInLine(ctx, rights)])
  return { ...waiting, first, renewals, versions, messageRise, missedSearches, ...sold, owed }
}

import { dayIn, formatShortDate } from '#shared/calendar/calendar.ts'
import { plural } from '#shared/desk/count-words.ts'
import { foldVersions } from '#shared/desk/fold-versions.ts'
import { countThings, listTasks, sumUpTasks } from '#shared/desk/list-tasks.ts'
import { describeMissed, describeRise } from '#shared/desk/offer-words.ts'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { overviewQuerySchema } from '#shared/desk/overview-answers.ts'
import { allRights } from '#shared/desk/scopes.ts'
import { compareTotals, foldPlans, sumSales } from '#shared/desk/sum-sales.ts'
import { formatSum } from '#shared/desk/words.ts'
import type { Clock, Seller } from '../context.ts'
import { readOverview } from '../desk/overview/overview.ts'
import { readArguments, readValue } from '../runtime/arguments.ts'
import { type Command, flag, print, text } from './command.ts'
import { withShop } from './open.ts'

export const today: Command = {
  usage: 'today [--days N] [--json]',
  summary:
    'Says what waits for somebody, the worst first, and how sales went in the last 30 days, unless told, and 12 months.',
  async run(args) {
    const { values } = readArguments(args, { json: flag, days: text })
    const days = readValue(overviewQuerySchema.shape.days, values.days, '--days')
    return withShop(async (shop) => {
      const overview = await readOverview(shop, days, allRights)
      return print(values.json, overview, toText(overview, shop))
    })
  },
}

function toText(overview: Overview, { clock, library }: Clock & Seller): string {
  const { site, pricing } = library.typed
  const { timeZone } = site.company
  const money = (cents: number) => formatSum(cents, pricing.currency)
  const day = (at: string) => formatShortDate(dayIn(timeZone, at))
  const now = clock().toISOString()
  const reader = { role: 'owner', timeZone, now, day, calendarDay: formatShortDate, money } as const
  const waits = listTasks(overview, reader)
  const widest = Math.max(...waits.map(({ what }) => what.length))
  const figures = figuresOf(overview, money)
  const widestLabel = Math.max(18, ...figures.map(([label]) => label.length))
  return [
    [`${countThings(overview.things)}.`, sumUpTasks(overview, reader)].filter(Boolean).join(' '),
    ...waits.map(({ what, who, sum }) => `  ${what.padEnd(widest)}  ${who}${sum && `  ${sum}`}`),
    ...figures.map(([label, figure]) => `${label.padEnd(widestLabel)}  ${figure}`),
  ].join('\n')
}

/** The same figures as on the desk, without its charts. */
function figuresOf(overview: Overview, money: (cents: number) => string): [string, string][] {
  const { sales, before, yearBefore, months, plans, unpaid, cameIn } = overview
  const { versions, messageRise, missedSearches } = overview
  const figures: [string, string][] = []
  if (sales && before && yearBefore && months && plans && unpaid && cameIn) {
    const days = sumSales(sales)
    const difference = compareTotals(days.total, before.total)
    const sold = [
      `${money(days.total)} in ${plural(days.orders, 'order')}`,
      days.refunded > 0 && `after refunds of ${money(days.refunded)}`,
      unpaid.days > 0 && `${money(unpaid.days)} of it unpaid`,
    ].filter(Boolean)
    const compared = [
      [`${money(before.total)} in the ${sales.length} days before`, difference].filter(Boolean).join(', '),
      [`${money(yearBefore.total)} a year before`, compareTotals(days.total, yearBefore.total)]
        .filter(Boolean)
        .join(', '),
    ]
    figures.push(
      [`Sales, ${sales.length} days`, `${sold.join(', ')}; ${compared.join('; ')}`],
      ['Came in', `${money(cameIn.today)} today, ${money(cameIn.days)} in ${sales.length} days`],
      ['Sales, 12 months', `${money(sumSales(months).total)} in ${plural(sumSales(months).orders, 'order')}`],
      ...foldPlans(plans).map(({ name, sold, total }): [string, string] => [
        `  ${name}`,
        `${sold} for ${money(total)}`,
      ]),
    )
  }
  const machines = foldVersions(versions).map(
    ({ name, machines, offer }) => `${name}${offer && ` (${offer})`}: ${machines}`,
  )
  if (machines.length > 0) figures.push(['Machines, 90 days', machines.join(', ')])
  figures.push(...messageRise.map((rise): [string, string] => ['Messages, 7 days', describeRise(rise)]))
  if (missedSearches.length > 0)
    figures.push(['Not found, 30 days', missedSearches.map(describeMissed).join(', ')])
  return figures
}

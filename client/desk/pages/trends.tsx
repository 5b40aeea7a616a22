import { useLoaderData, useSearchParams } from 'react-router'
import { countryName } from '#shared/buyer/country-name.ts'
import { saleKindWords } from '#shared/desk/trend-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { useMay } from '../frame/use-frame.ts'
import { MissedSearches } from '../today/missed-searches.tsx'
import { Versions } from '../today/versions.tsx'
import { Cohorts } from '../trends/cohorts.tsx'
import { spanOfMonths } from '../trends/months.ts'
import { Revenue } from '../trends/revenue.tsx'
import { Shares } from '../trends/shares.tsx'
import { TrendCsv } from '../trends/trend-csv.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { linksTo } from '../ui/list-filter.tsx'
import { Nothing } from '../ui/older.tsx'
import { Segments } from '../ui/segments.tsx'

export const loader = loaderByQuery(deskApiRoutes.trends)

const lengths = [
  ['', '12 months'],
  ['24', '24 months'],
  ['36', '36 months'],
] as const

export function Component() {
  const trends = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const may = useMay()
  const { months, products, countries, kinds, renewals, trials, versions, missedSearches } = trends
  const days = { ...spanOfMonths(months), dated: 'documents' }
  const ordersOf = (filter: Record<string, string>) => deskRoutes.ordersLike({ ...filter, ...days })
  const isEmpty = months.every(({ invoices, adjusted }) => invoices === 0 && adjusted === 0)
  return (
    <DeskPage
      title="Trends"
      lead="By document, less refunds, as Books count it."
      glass={<Segments label="How far back" links={linksTo(deskRoutes.trends, query, 'months', lengths)} />}
    >
      <div className="Stack">
        {isEmpty ? (
          <Nothing>Nothing was sold in these months. The first sale’s document begins the picture.</Nothing>
        ) : (
          <>
            <Revenue months={months} />
            <Shares
              table="products"
              title="By product"
              label="Product"
              counts="Each product with its renewals, upgrades and extra machines"
              months={months.length}
              parts={products.map(({ sku, ...part }) => ({ ...part, key: sku, href: ordersOf({ sku }) }))}
            />
            <Shares
              table="countries"
              title="By country"
              label="Country"
              months={months.length}
              parts={countries.map(({ country, total }) => {
                const name = countryName(country)
                return { key: country, name, total, href: ordersOf({ country }) }
              })}
            />
            <Shares
              table="kinds"
              title="New, renewed, upgraded"
              label="Sale"
              months={months.length}
              parts={kinds.map(({ kind, total }) => {
                const name = saleKindWords[kind]
                return { key: kind, name, total, href: ordersOf({ kind }) }
              })}
            />
          </>
        )}
        <Cohorts
          table="renewals"
          title="Renewals, by month of purchase"
          unit="Bought so long ago that the first updates end by this month. Due are those that ended or were renewed before"
          months={months.length}
          none="None was bought that long ago. The first is due when the first licence’s updates end."
          names={{ all: 'Bought', some: 'Due', done: 'Renewed' }}
          rows={renewals.map(({ month, bought, due, renewed }) => ({
            month,
            all: bought,
            some: due,
            done: renewed,
          }))}
          listOf={may('licences.read') ? (bought) => deskRoutes.licencesLike({ bought }) : undefined}
        />
        <Cohorts
          table="trials"
          title="Trials to sales"
          unit="Trials begun in a month, and those whose machine runs a licence since. A trial keeps a machine and no name, so no list is behind them"
          months={months.length}
          none="None was begun in these months. The app begins one on a machine without a licence."
          names={{ some: 'Trials', done: 'Sales' }}
          rows={trials.map(({ month, trials, sales }) => ({ month, some: trials, done: sales }))}
        />
        <Versions
          versions={versions}
          whole
          listOf={may('licences.read') ? (version) => deskRoutes.licencesLike({ version }) : undefined}
        >
          <TrendCsv table="versions" months={months.length} title="Machines by app version" />
        </Versions>
        <MissedSearches
          searches={missedSearches}
          foot={<TrendCsv table="searches" months={months.length} title="Searches without a result" />}
        />
      </div>
    </DeskPage>
  )
}

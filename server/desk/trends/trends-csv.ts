import { countryName } from '#shared/buyer/country-name.ts'
import { listVersions } from '#shared/desk/fold-versions.ts'
import { saleKindWords, type Trends, type TrendTable } from '#shared/desk/trend-answers.ts'
import type { CsvRow } from '../../web/http/csv.ts'

type Sheet = { columns: string[]; rows: CsvRow[] }

/** Tables of the Trends page. */
export const trendSheets: Record<TrendTable, (trends: Trends) => Sheet> = {
  months: ({ months }) => ({
    columns: ['month', 'invoices', 'invoiced', 'adjusted', 'of it refunded', 'total', 'tax', 'disputes'],
    rows: months.map(({ month, invoices, invoiced, adjusted, refunded, total, tax, disputes }) => [
      month,
      invoices,
      { cents: invoiced },
      { cents: adjusted },
      { cents: refunded },
      { cents: total },
      { cents: tax },
      disputes,
    ]),
  }),
  products: ({ products, months }) => byMonth('product', months, products),
  countries: ({ countries, months }) =>
    byMonth(
      'country',
      months,
      countries.map(({ country, ...sums }) => ({ name: countryName(country), ...sums })),
    ),
  kinds: ({ kinds, months }) =>
    byMonth(
      'kind',
      months,
      kinds.map(({ kind, ...sums }) => ({ name: saleKindWords[kind], ...sums })),
    ),
  renewals: ({ renewals }) => ({
    columns: ['month of purchase', 'bought', 'due', 'renewed'],
    rows: renewals.map(({ month, bought, due, renewed }) => [month, bought, due, renewed]),
  }),
  trials: ({ trials }) => ({
    columns: ['month', 'trials', 'sales'],
    rows: trials.map(({ month, trials, sales }) => [month, trials, sales]),
  }),
  versions: ({ versions }) => ({
    columns: ['version', 'machines', 'offered to'],
    rows: listVersions(versions).map(({ name, machines, offer }) => [name, machines, offer]),
  }),
  searches: ({ missedSearches }) => ({
    columns: ['words', 'times'],
    rows: missedSearches.map(({ words, times }) => [words, times]),
  }),
}

type Named = { name: string; total: number; months: number[] }

function byMonth(label: string, months: Trends['months'], rows: Named[]): Sheet {
  return {
    columns: [label, ...months.map(({ month }) => month), 'total'],
    rows: rows.map(({ name, months, total }) => [
      name,
      ...months.map((cents) => ({ cents })),
      { cents: total },
    ]),
  }
}

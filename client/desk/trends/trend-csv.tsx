import type { TrendTable } from '#shared/desk/trend-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'

/** The same table as CSV, with a column for each month if it has months. */
export function TrendCsv({ table, months, title }: { table: TrendTable; months: number; title: string }) {
  return (
    <p>
      <a className="TextLink" href={`${deskApiRoutes.trendsCsv}?table=${table}&months=${months}`} download>
        CSV<span className="vh"> of {title}</span>
      </a>
    </p>
  )
}

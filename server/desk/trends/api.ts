import { trendsCsvQuerySchema, trendsQuerySchema } from '#shared/desk/requests/books.ts'
import { trendsSchema } from '#shared/desk/trend-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { sendCsv } from '../../web/http/csv.ts'
import { textOf } from '../../web/openapi/description.ts'
import { file, read } from '../endpoints.ts'
import { readTrends } from './read-trends.ts'
import { trendSheets } from './trends-csv.ts'

export const trendsApi = [
  read(deskApiRoutes.trends, {
    who: 'trends',
    summary: 'How the business goes, by month',
    description: 'Sums are by document, less refunds, as in Books.',
    input: trendsQuerySchema,
    answer: trendsSchema,
    run: ({ ctx }, { months }) => readTrends(ctx, months),
  }),
  file(deskApiRoutes.trendsCsv, {
    who: 'trends',
    summary: 'A table of it as CSV',
    input: trendsCsvQuerySchema,
    says: 'A line for each.',
    content: textOf('text/csv'),
    async send({ ctx }, { months, table }, res) {
      const { columns, rows } = trendSheets[table](await readTrends(ctx, months))
      await sendCsv(res, { name: `${table}.csv`, columns }, inOnePage(rows))
    },
  }),
]

async function* inOnePage<Row>(rows: Row[]) {
  yield rows
}

import { auditListSchema } from '#shared/desk/answers.ts'
import { auditListQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { csv, read } from '../endpoints.ts'
import { pageOf } from '../query.ts'
import { auditColumns, auditRows } from './audit-csv.ts'
import { listAudit } from './list-audit.ts'

export const auditApi = [
  read(deskApiRoutes.audit, {
    who: 'audit',
    summary: 'What people changed, by default the newest first',
    description: '`after` is `next` of the page before, with the same `sort`.',
    input: auditListQuerySchema,
    answer: auditListSchema,
    run: ({ ctx }, query) => listAudit(ctx.database.db, pageOf(query)),
  }),
  csv(deskApiRoutes.auditCsv, {
    who: 'audit',
    input: auditListQuerySchema,
    columns: auditColumns,
    rows: ({ ctx }, query) => auditRows(ctx.database.reader, query),
  }),
]

import { auditListSchema } from '#shared/desk/answers.ts'
import { type AuditListQuery, auditListQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { Seller } from '../../context.ts'
import { csv, read } from '../endpoints.ts'
import { pageOf } from '../query.ts'
import { auditColumns, auditRows } from './audit-csv.ts'
import { type AuditFilter, listAudit } from './list-audit.ts'

const filterOf = ({ library }: Seller, { who, from, to }: AuditListQuery): AuditFilter => ({
  ...{ who, from, to },
  timeZone: library.typed.site.company.timeZone,
})

export const auditApi = [
  read(deskApiRoutes.audit, {
    who: 'audit',
    summary: 'What people changed, by default the newest first',
    description: '`after` is `next` of the page before, with the same `sort`.',
    input: auditListQuerySchema,
    answer: auditListSchema,
    run: ({ ctx }, query) => listAudit(ctx.database.db, filterOf(ctx, query), pageOf(query)),
  }),
  csv(deskApiRoutes.auditCsv, {
    who: 'audit',
    input: auditListQuerySchema,
    columns: auditColumns,
    rows: ({ ctx }, query) => auditRows(ctx.database.reader, { ...filterOf(ctx, query), sort: query.sort }),
  }),
]

import { auditListSchema } from '#shared/desk/answers.ts'
import { auditListQuerySchema } from '#shared/desk/requests/lists.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { list } from '../endpoints.ts'
import { auditColumns } from './audit-csv.ts'
import { listAudit } from './list-audit.ts'

export const auditApi = list(deskApiRoutes.audit, deskApiRoutes.auditCsv, {
  who: 'audit',
  summary: 'What people changed, by default the newest first',
  input: auditListQuerySchema,
  answer: auditListSchema,
  columns: auditColumns,
  pages({ ctx: { database, library } }, { who, from, to }) {
    const { timeZone } = library.typed.site.company
    return (page) => listAudit(database.reader, { who, from, to, timeZone }, page)
  },
  show: ({ rows: entries, next }) => ({ entries, next }),
})

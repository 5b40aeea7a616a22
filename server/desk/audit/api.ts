import { auditListSchema } from '#shared/desk/answers.ts'
import { pageQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { sendCsv } from '../../web/http/csv.ts'
import { textOf } from '../../web/openapi/description.ts'
import { file, read } from '../endpoints.ts'
import { cursorOf } from '../query.ts'
import { auditColumns, auditRows } from './audit-csv.ts'
import { listAudit } from './list-audit.ts'

export const auditApi = [
  read(deskApiRoutes.audit, {
    who: 'audit',
    summary: 'What people changed, the newest first',
    input: pageQuerySchema,
    answer: auditListSchema,
    run: ({ ctx }, { after, limit }) => listAudit(ctx.database.db, { after: cursorOf({ after }), limit }),
  }),
  file(deskApiRoutes.auditCsv, {
    who: 'audit',
    summary: 'The same as CSV, all of it',
    input: pageQuerySchema,
    says: 'A line for each.',
    content: textOf('text/csv'),
    async send({ ctx }, _input, res) {
      await sendCsv(res, { name: 'audit.csv', columns: auditColumns }, auditRows(ctx.database.reader))
    },
  }),
]

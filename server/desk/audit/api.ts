import { auditListSchema } from '#shared/desk/answers.ts'
import { pageQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { read } from '../endpoints.ts'
import { cursorOf } from '../query.ts'
import { listAudit } from './list-audit.ts'

export const auditApi = [
  read(deskApiRoutes.audit, {
    who: 'audit',
    summary: 'What people changed, the newest first',
    input: pageQuerySchema,
    answer: auditListSchema,
    run: ({ ctx }, { after, limit }) => listAudit(ctx.database.db, { after: cursorOf({ after }), limit }),
  }),
]

import { type AuditList, auditListQuerySchema, auditListSchema } from '#shared/desk/answers.ts'
import { describeAct, describeWho } from '#shared/desk/audit-words.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { Columns } from '../../web/http/csv.ts'
import { list } from '../endpoints.ts'
import { listAudit } from './list-audit.ts'

/** `at` is UTC; `before` and `after` are JSON as stored in the audit. */
const auditColumns: Columns<AuditList['entries'][number]> = {
  at: ({ at }) => at,
  who: ({ who }) => describeWho(who),
  did: ({ act, who }) => describeAct(act, who),
  act: ({ act }) => act,
  to: ({ name }) => name,
  subject: ({ subject }) => subject,
  before: ({ before }) => JSON.stringify(before),
  after: ({ after }) => JSON.stringify(after),
}

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

import type { AuditList } from '#shared/desk/answers.ts'
import { describeAct, describeWho } from '#shared/desk/audit-words.ts'
import type { Columns } from '../../web/http/csv.ts'

/** `at` is UTC, and `before` and `after` are JSON, as the audit has them. */
export const auditColumns: Columns<AuditList['entries'][number]> = {
  at: ({ at }) => at,
  who: ({ who }) => describeWho(who),
  did: ({ act, who }) => describeAct(act, who),
  act: ({ act }) => act,
  to: ({ name }) => name,
  subject: ({ subject }) => subject,
  before: ({ before }) => JSON.stringify(before),
  after: ({ after }) => JSON.stringify(after),
}

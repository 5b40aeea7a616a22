import { z } from 'zod'
import { daySchema } from '../../calendar/day-schema.ts'
import { foldEmail } from '../../text/email.ts'
import { exactText, required } from '../../text/text-fields.ts'
import { readWho } from '../audit-words.ts'
import { auditSorts, customerSorts, timeSorts } from '../sorts.ts'
import { digits, given, listQuery, paging, searchText } from './fields.ts'

export const searchQuerySchema = z.object({ q: searchText.default('') })

export const pageQuerySchema = z.object(paging)

export const companyQuerySchema = z.object({ name: required(200, 'Name a company.'), ...paging })

export const auditListQuerySchema = listQuery(auditSorts, {
  /** As the list names them: an e-mail, or words such as "the card provider". */
  who: given(exactText(254, 'This must be text.').transform(readWho)),
  from: given(daySchema),
  to: given(daySchema),
})

export type AuditListQuery = z.output<typeof auditListQuerySchema>

export const customerListQuerySchema = listQuery(customerSorts, { q: given(searchText) })

export const mailListQuerySchema = listQuery(timeSorts, {
  status: given(z.enum(['queued', 'sent', 'dead', 'aside'])),
  /** Its recipient's, whole. */
  email: given(exactText(254, 'This must be text.').transform(foldEmail)),
  from: given(daySchema),
  to: given(daySchema),
})

export const webhookListQuerySchema = listQuery(timeSorts, {
  status: given(z.enum(['queued', 'retried', 'sent', 'dead'])),
})

/** A list by time, without filters. */
export const timeListQuerySchema = listQuery(timeSorts, {})

export const overviewQuerySchema = z.object({ days: digits(1, 92).default(30) })

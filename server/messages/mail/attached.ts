import { sql } from 'kysely'
import type { Attached } from '#shared/desk/mail-answers.ts'

/** SQL for queries of `mails`: what the mail of a paid order has attached; null for other mails. */
export const carried = sql<Attached | null>`case when mails.kind = 'order_paid' then
  case when exists (select 1 from order_lines where order_id = mails.order_id and change is not null)
    then 'change' else 'keys' end
  || '_' ||
  case when exists (select 1 from invoices where order_id = mails.order_id and kind = 'receipt')
    then 'receipt' else 'invoice' end
end`

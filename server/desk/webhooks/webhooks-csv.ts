import type { ListedWebhook } from '#shared/desk/webhook-answers.ts'
import type { Columns } from '../../web/http/csv.ts'
import { sendingColumns } from '../mails/sending-csv.ts'

export const webhookColumns: Columns<ListedWebhook> = {
  message: ({ type }) => type,
  to: ({ receiver }) => receiver,
  ...sendingColumns,
}

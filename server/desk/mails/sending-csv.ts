import { minuteIn } from '#shared/calendar/calendar.ts'
import type { ListedWebhook } from '#shared/desk/webhook-answers.ts'
import type { Columns } from '../../web/http/csv.ts'

type Sending = Pick<ListedWebhook, 'createdAt' | 'sentAt' | 'attempts' | 'lastError'> & { status: string }

/** How a mail or a webhook fared. */
export const sendingColumns: Columns<Sending> = {
  written: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  state: ({ status }) => status,
  sent: ({ sentAt }, timeZone) => sentAt && minuteIn(timeZone, sentAt),
  attempts: ({ attempts }) => attempts,
  'last error': ({ lastError }) => lastError,
}

import { minuteIn } from '#shared/calendar/calendar.ts'
import type { ListedWebhook } from '#shared/desk/webhook-answers.ts'
import type { CsvRow } from '../../web/http/csv.ts'

export const sendingColumns = ['written', 'state', 'sent', 'attempts', 'last error']

type Sending = Pick<ListedWebhook, 'createdAt' | 'sentAt' | 'attempts' | 'lastError'> & { status: string }

/** How a mail or a webhook fared, in the order of `sendingColumns`. */
export function sendingCells(sending: Sending, timeZone: string): CsvRow {
  const { createdAt, status, sentAt, attempts, lastError } = sending
  return [
    minuteIn(timeZone, createdAt),
    status,
    sentAt && minuteIn(timeZone, sentAt),
    ...[attempts, lastError],
  ]
}

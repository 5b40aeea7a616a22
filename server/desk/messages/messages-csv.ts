import { minuteIn } from '#shared/calendar/calendar.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { Data, Seller } from '../../context.ts'
import { listMessages, type MessageFilter, viewMessage } from '../../people/contact/messages.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'

export const messageColumns = [
  'reference',
  'received',
  'name',
  'email',
  'about',
  'message',
  'answered',
  'answered by',
  'assigned to',
]

export async function* messageRows(
  { database, library }: Data & Seller,
  filter: MessageFilter & { sort: TimeSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  for await (const rows of eachPage((page) => listMessages(database, filter, page), filter)) {
    yield rows
      .map(viewMessage)
      .map((message) => [
        message.reference,
        minuteIn(timeZone, message.createdAt),
        message.name,
        message.email,
        message.topic,
        message.message,
        message.answeredAt && minuteIn(timeZone, message.answeredAt),
        message.answeredBy,
        message.assignedTo,
      ])
  }
}

import { minuteIn } from '#shared/calendar/calendar.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { Data, Seller } from '../../context.ts'
import { listMessages, type MessageFilter } from '../../people/contact/messages.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { listHelpers, viewAssigned } from './helpers.ts'

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
  ctx: Data & Seller,
  filter: MessageFilter & { sort: TimeSort },
): AsyncGenerator<CsvRow[]> {
  const { database, library } = ctx
  const { timeZone } = library.typed.site.company
  const helpers = await listHelpers(ctx)
  for await (const rows of eachPage((page) => listMessages(database, filter, page), filter)) {
    yield rows
      .map((row) => viewAssigned(row, helpers))
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

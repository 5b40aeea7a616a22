import { minuteIn } from '#shared/calendar/calendar.ts'
import type { Message } from '#shared/desk/message-answers.ts'
import type { Columns } from '../../web/http/csv.ts'

export const messageColumns: Columns<Message> = {
  reference: ({ reference }) => reference,
  received: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  name: ({ name }) => name,
  email: ({ email }) => email,
  about: ({ topic }) => topic,
  message: ({ message }) => message,
  answered: ({ answeredAt }, timeZone) => answeredAt && minuteIn(timeZone, answeredAt),
  'answered by': ({ answeredBy }) => answeredBy,
  'assigned to': ({ assignedTo }) => assignedTo,
}

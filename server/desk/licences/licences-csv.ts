import { dayIn } from '#shared/calendar/calendar.ts'
import type { ListedLicence } from '#shared/desk/licence-answers.ts'
import type { Columns } from '../../web/http/csv.ts'

export const licenceColumns: Columns<ListedLicence> = {
  id: ({ id }) => id,
  plan: ({ plan }) => plan,
  key: ({ keyHint }) => keyHint,
  state: ({ status }) => status,
  name: ({ licensedTo }) => licensedTo.name,
  company: ({ licensedTo }) => licensedTo.companyName,
  email: ({ email }) => email,
  machines: ({ seats }) => seats.used,
  of: ({ seats }) => seats.limit,
  issued: ({ createdAt }, timeZone) => dayIn(timeZone, createdAt),
  'updates until': ({ updatesUntil }, timeZone) => dayIn(timeZone, updatesUntil),
}

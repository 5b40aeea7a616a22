import { dayIn } from '#shared/calendar/calendar.ts'
import type { Database } from '../../runtime/db/database.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { type LicenceFilter, listLicencesPage, viewLicenceRow } from './list-licences.ts'

export const licenceColumns = [
  'id',
  'plan',
  'key',
  'state',
  'name',
  'company',
  'email',
  'machines',
  'of',
  'issued',
  'updates until',
]

export async function* licenceRows(
  database: Pick<Database, 'reader' | 'engine'>,
  { timeZone, ...filter }: LicenceFilter & { timeZone: string },
): AsyncGenerator<CsvRow[]> {
  for await (const rows of eachPage((page) => listLicencesPage(database, filter, page))) {
    yield rows
      .map(viewLicenceRow)
      .map(({ licensedTo, seats, ...licence }) => [
        licence.id,
        licence.plan,
        licence.keyHint,
        licence.status,
        licensedTo.name,
        licensedTo.companyName,
        licence.email,
        seats.used,
        seats.limit,
        dayIn(timeZone, licence.createdAt),
        dayIn(timeZone, licence.updatesUntil),
      ])
  }
}

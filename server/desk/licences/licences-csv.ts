import { dayIn } from '#shared/calendar/calendar.ts'
import type { LicenceSort } from '#shared/desk/sorts.ts'
import type { Data, Keys, Seller } from '../../context.ts'
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
  { database, keyring, library }: Data & Keys & Seller,
  query: LicenceFilter & { sort: LicenceSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  const filter = { ...query, secrets: await keyring.secrets(database.db) }
  for await (const rows of eachPage((page) => listLicencesPage(database, filter, page), query)) {
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

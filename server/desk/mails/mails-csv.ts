import { describeMail } from '#shared/desk/mail-words.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { Data, Seller } from '../../context.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { listMailsPage, type MailFilter, viewForDesk } from './list-mails.ts'
import { sendingCells, sendingColumns } from './sending-csv.ts'

export const mailColumns = ['mail', 'to', ...sendingColumns]

export async function* mailRows(
  { database, library }: Data & Seller,
  query: MailFilter & { sort: TimeSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  for await (const rows of eachPage((page) => listMailsPage(database, query, page), query)) {
    yield rows
      .map(viewForDesk)
      .map((mail) => [describeMail(mail.kind, mail.carries), mail.recipient, ...sendingCells(mail, timeZone)])
  }
}

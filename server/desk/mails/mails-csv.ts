import type { Mail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import type { Columns } from '../../web/http/csv.ts'
import { sendingColumns } from './sending-csv.ts'

export const mailColumns: Columns<Mail> = {
  mail: ({ kind, carries }) => describeMail(kind, carries),
  to: ({ recipient }) => recipient,
  ...sendingColumns,
}

import { dayIn } from '#shared/calendar/calendar.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { listCodes } from '../../shop/codes/codes.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { viewCode } from './view-code.ts'

export const codeColumns = [
  'code',
  'percent',
  'amount',
  'products',
  'for',
  'from',
  'to',
  'state',
  'held',
  'used',
  'most uses',
  'quoted',
  'note',
  'made',
]

export async function* codeRows({
  database,
  library,
  clock,
}: Data & Seller & Clock): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  const today = dayIn(timeZone, clock())
  const codes = (await listCodes(database.reader, clock())).map(viewCode)
  yield codes.map((code) => [
    code.code,
    code.percent,
    code.amount === null ? null : { cents: code.amount },
    code.skus?.join(' ') ?? 'all',
    code.for,
    code.from,
    code.to,
    stateOfCode(code, today),
    code.reserved,
    code.counted,
    code.maxUses,
    code.promised,
    code.note,
    dayIn(timeZone, code.createdAt),
  ])
}

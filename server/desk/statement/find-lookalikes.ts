import { addDays, type Day, dayIn, startOfDay } from '#shared/calendar/calendar.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import { isStanding } from '../../shop/orders/ledger.ts'

type Line = { day: Day; amount: number; accountId: string; text: string }

const keyOf = ({ day, amount, accountId }: Omit<Line, 'text'>) => `${accountId} ${day} ${amount}`

/**
 * Finds booked lines that another export of the bank may have written differently. A file reread with day and
 * month swapped has them on another day.
 * @param lines all lines of a file
 * @returns for each line, orders of booked lines with its account, day and amount that aren't in the file
 */
export async function findLookalikes(
  reader: Db,
  lines: (Line & { hash: string })[],
  { timeZone }: { timeZone: string },
): Promise<string[][]> {
  if (lines.length === 0) return []
  const own = new Set(lines.map(({ hash }) => hash))
  const wanted = new Set(
    lines.flatMap(({ day, amount }) => [day, swapped(day)].map((each) => `${each} ${amount}`)),
  )
  const entries = await readEntries(reader, spansOf(lines), timeZone)
  const booked = entries.filter(({ hash, day, amount }) => !own.has(hash) && wanted.has(`${day} ${amount}`))
  const orders = Map.groupBy(await withOrigin(reader, booked), keyOf)
  return lines.map((line) => {
    const day = swapped(line.day)
    const misread = (day && orders.get(keyOf({ ...line, day }))) ?? []
    const alike = [...(orders.get(keyOf(line)) ?? []), ...misread.filter(({ text }) => text === line.text)]
    return [...new Set(alike.map(({ number }) => number))]
  })
}

/** The day with its date and month swapped; null if that is no day, or the same one. */
function swapped(day: Day): Day | null {
  const [year, month = '', date = ''] = day.split('-')
  return date <= '12' && date !== month ? (`${year}-${date}-${month}` as Day) : null
}

/** The file's days, and swapped days outside of them. Both ends are included. */
function spansOf(lines: Line[]): [Day, Day][] {
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)] as [Day, Day]
  const misread = new Set(days.flatMap((day) => swapped(day) ?? []))
  const outside = [...misread].filter((day) => day < first || day > last)
  return [[first, last], ...outside.map((day): [Day, Day] => [day, day])]
}

async function readEntries(reader: Db, spans: [Day, Day][], timeZone: string) {
  const entries = await reader
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('booked_lines', 'booked_lines.hash', 'statement_line')
    .select(['booked_lines.hash', 'number', 'payments.amount as part', 'booked_lines.amount', 'received_at'])
    .where('booked', '!=', 0)
    .where(isStanding)
    .where(({ or, and, eb }) =>
      or(
        spans.map(([from, to]) =>
          and([
            eb('received_at', '>=', startOfDay(timeZone, from).toISOString()),
            eb('received_at', '<', startOfDay(timeZone, addDays(to, 1)).toISOString()),
          ]),
        ),
      ),
    )
    .execute()
  return entries.map(({ hash, number, part, amount, received_at }) => {
    // Bookings store money out in positive cents.
    return { hash, number, day: dayIn(timeZone, received_at), amount: part < 0 ? -amount : amount }
  })
}

/** Adds the account and the text of the line that was booked. */
async function withOrigin<Entry extends { hash: string }>(reader: Db, booked: Entry[]) {
  const rows = await inChunks([...new Set(booked.map(({ hash }) => hash))], (some) =>
    reader
      .selectFrom('statement_lines')
      .innerJoin('statements', 'statements.id', 'statement_id')
      .select(['hash', 'text', 'statement_lines.account_id as owner', 'statements.account_id as firstOwner'])
      .where('hash', 'in', some)
      .execute(),
  )
  const origins = new Map(rows.map((row) => [row.hash, row]))
  return booked.map((entry) => {
    const { owner = null, firstOwner = '', text = '' } = origins.get(entry.hash) ?? {}
    return { ...entry, accountId: owner ?? firstOwner, text }
  })
}

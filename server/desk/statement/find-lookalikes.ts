import { addDays, type Day, dayIn, startOfDay } from '#shared/calendar/calendar.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import { isStanding } from '../../shop/orders/ledger.ts'

type Line = { day: Day; amount: number; accountId: string; text: string }

const keyOf = ({ day, amount, accountId }: Omit<Line, 'text'>) => `${accountId} ${day} ${amount}`

/** The day with its date and month swapped; null if that is no day, or the same one. */
function turn(day: Day): Day | null {
  const [year, month = '', date = ''] = day.split('-')
  return date <= '12' && date !== month ? (`${year}-${date}-${month}` as Day) : null
}

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
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const turned = new Set(days.flatMap((day) => turn(day) ?? []))
  const outside = [...turned].filter((day) => day < first || day > last)
  const spans = [[first, last] as const, ...outside.map((day) => [day, day] as const)]
  const own = new Set(lines.map(({ hash }) => hash))
  const entries = await reader
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('booked_lines', 'booked_lines.hash', 'statement_line')
    .select(['booked_lines.hash', 'number', 'payments.amount as part', 'booked_lines.amount', 'received_at'])
    .where('booked', '!=', 0)
    .where(isStanding)
    .where((entry) =>
      entry.or(
        spans.map(([from, to]) =>
          entry.and([
            entry('received_at', '>=', startOfDay(timeZone, from).toISOString()),
            entry('received_at', '<', startOfDay(timeZone, addDays(to, 1)).toISOString()),
          ]),
        ),
      ),
    )
    .execute()
  const wanted = new Set(
    lines.flatMap(({ day, amount }) => [day, turn(day)].map((each) => `${each} ${amount}`)),
  )
  const booked = entries
    .filter(({ hash }) => !own.has(hash))
    .map(({ hash, number, part, amount, received_at }) => {
      // Bookings store money out in positive cents.
      return { hash, number, day: dayIn(timeZone, received_at), amount: part < 0 ? -amount : amount }
    })
    .filter(({ day, amount }) => wanted.has(`${day} ${amount}`))
  const found = await inChunks([...new Set(booked.map(({ hash }) => hash))], (some) =>
    reader
      .selectFrom('statement_lines')
      .innerJoin('statements', 'statements.id', 'statement_id')
      .select(['hash', 'text', 'statement_lines.account_id as owner', 'statements.account_id as firstOwner'])
      .where('hash', 'in', some)
      .execute(),
  )
  const origins = new Map(found.map((row) => [row.hash, row]))
  const known = booked.map(({ hash, ...line }) => {
    const { owner = null, firstOwner = '', text = '' } = origins.get(hash) ?? {}
    return { ...line, accountId: owner ?? firstOwner, text }
  })
  const orders = Map.groupBy(known, keyOf)
  return lines.map((line) => {
    const day = turn(line.day)
    const otherwise = (day && orders.get(keyOf({ ...line, day }))) ?? []
    const alike = [...(orders.get(keyOf(line)) ?? []), ...otherwise.filter(({ text }) => text === line.text)]
    return [...new Set(alike.map(({ number }) => number))]
  })
}

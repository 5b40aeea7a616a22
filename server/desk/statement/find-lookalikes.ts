import { addDays, type Day, dayIn, startOfDay } from '#shared/calendar/calendar.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import { isStanding } from '../../shop/orders/ledger.ts'

type Line = { day: Day; amount: number; accountId: string }

const keyOf = ({ day, amount, accountId }: Line) => `${accountId} ${day} ${amount}`

/**
 * Finds booked lines that another export of the bank may have written differently.
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
  const own = new Set(lines.map(({ hash }) => hash))
  const entries = await reader
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('booked_lines', 'booked_lines.hash', 'statement_line')
    .select(['booked_lines.hash', 'number', 'payments.amount as part', 'booked_lines.amount', 'received_at'])
    .where('booked', '!=', 0)
    .where(isStanding)
    .where('received_at', '>=', startOfDay(timeZone, first).toISOString())
    .where('received_at', '<', startOfDay(timeZone, addDays(last, 1)).toISOString())
    .execute()
  const wanted = new Set(lines.map(({ day, amount }) => `${day} ${amount}`))
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
      .select(['hash', 'statement_lines.account_id as owner', 'statements.account_id as firstOwner'])
      .where('hash', 'in', some)
      .execute(),
  )
  const accounts = new Map(found.map(({ hash, owner, firstOwner }) => [hash, owner ?? firstOwner]))
  const orders = Map.groupBy(booked, ({ hash, ...line }) =>
    keyOf({ ...line, accountId: accounts.get(hash) ?? '' }),
  )
  return lines.map((line) => [...new Set(orders.get(keyOf(line))?.map(({ number }) => number))])
}

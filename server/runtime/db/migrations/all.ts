import type { Kysely } from 'kysely'
import * as schema from './0001-schema.ts'
import * as ordersBySale from './0002-orders-by-sale.ts'
import * as importedByOrder from './0003-imported-by-order.ts'
import * as quotesOfOrders from './0004-quotes-of-orders.ts'
import * as keptAndAsked from './0005-kept-and-asked.ts'
import * as failedRefunds from './0006-failed-refunds.ts'
import * as statementsByTime from './0007-statements-by-time.ts'
import type { Columns } from './columns.ts'

type Migration = { up(db: Kysely<unknown>, columns: Columns): Promise<void> }

/** Sorted by name. A released migration never changes; a change of the schema needs a new one. */
export const migrations: Record<string, Migration> = {
  '0001-schema': schema,
  '0002-orders-by-sale': ordersBySale,
  '0003-imported-by-order': importedByOrder,
  '0004-quotes-of-orders': quotesOfOrders,
  '0005-kept-and-asked': keptAndAsked,
  '0006-failed-refunds': failedRefunds,
  '0007-statements-by-time': statementsByTime,
}

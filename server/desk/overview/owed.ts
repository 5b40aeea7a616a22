import { sql } from 'kysely'
import { mostInLine, type Owed } from '#shared/desk/overview-answers.ts'
import type { Db } from '../../db/database.ts'

/** Sums credits as `moneyOf` does. Only a transfer can bring more than the total. */
export async function readOwed(reader: Db): Promise<Owed> {
  const sum = sql<number>`cast(sum(payments.amount) - orders.total as integer)`
  const rows = await reader
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.number', 'orders.customer_name', 'orders.company_name', sum.as('credit')])
    .where('orders.id', 'in', (eb) =>
      eb.selectFrom('payments').select('order_id').where('source', '=', 'transfer'),
    )
    .where('orders.status', '<>', 'review')
    .groupBy('orders.id')
    .having(sum, '>', 0)
    .orderBy('credit', 'desc')
    .execute()
  return {
    orders: rows.length,
    sum: rows.reduce((total, { credit }) => total + credit, 0),
    first: rows.slice(0, mostInLine).map(({ number, customer_name, company_name, credit }) => ({
      number,
      buyer: company_name ?? customer_name,
      credit,
    })),
  }
}

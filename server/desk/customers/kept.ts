import { sql } from 'kysely'

/** Sum of orders minus refunds, in cents. An order accepted for less may have a smaller refund. */
export const keptOf = sql<number>`coalesce(sum(
  case when status in ('paid', 'partially_refunded', 'disputed') then total - refunded else 0 end
), 0)`

/** Sum in cents that pending orders still wait for. */
export const outstandingOf = sql<number>`coalesce(sum(
  case when status = 'pending' then total - coalesce(received_amount, 0) else 0 end
), 0)`

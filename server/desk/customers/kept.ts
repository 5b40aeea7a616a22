import { sql } from 'kysely'

/** What orders brought, less what went back. One that was accepted for less may be refunded by less than its total. */
export const keptOf = sql<number>`coalesce(sum(
  case when status in ('paid', 'partially_refunded', 'disputed') then total - refunded else 0 end
), 0)`

/** What orders wait for. */
export const outstandingOf = sql<number>`coalesce(sum(
  case when status = 'pending' then total - coalesce(received_amount, 0) else 0 end
), 0)`

import type { Day } from '#shared/calendar/calendar.ts'

export type DiscountCodeRow = {
  /** In upper case. */
  code: string
  percent: number | null
  amount: number | null
  /** JSON; null for every plan. */
  skus: string | null
  applies_to: 'new' | 'renewal' | 'any'
  /** Days in the company's time zone, both inclusive. */
  from_day: Day | null
  to_day: Day | null
  max_uses: number | null
  max_uses_per_address: number | null
  note: string
  created_at: string
  ended_at: string | null
}

export type CodeUseRow = {
  order_id: string
  code: string
  email: string
  /** 0 to max_uses − 1, so a unique index enforces the limit. Null without a limit. Late payments may exceed it, with null. */
  place: number | null
  address_place: number | null
  /** Discount on the order, in cents. */
  discount: number
  /** Time of the order. */
  reserved_at: string
  counted_at: string | null
  given_back_at: string | null
}

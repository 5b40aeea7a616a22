export type DiscountCodeRow = {
  /** In capitals. */
  code: string
  percent: number | null
  /** Cents. One of the two is null. */
  amount: number | null
  /** JSON; null for every plan. */
  skus: string | null
  applies_to: 'new' | 'renewal' | 'any'
  /** Days of the company, both included. */
  from_day: string | null
  to_day: string | null
  max_uses: number | null
  max_uses_per_address: number | null
  note: string
  created_at: string
  ended_at: string | null
}

/** An order that a code made cheaper. */
export type CodeUseRow = {
  order_id: string
  code: string
  /** Folded, see `foldEmail`. */
  email: string
  /** 0 … max_uses - 1, so that a unique index bounds them. Null without a bound, and for a late payment beyond it. */
  place: number | null
  address_place: number | null
  reserved_at: string
  counted_at: string | null
  given_back_at: string | null
}

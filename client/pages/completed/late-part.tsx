import type { Order } from '#shared/orders/orders.ts'
import { TransferDetails } from './transfer-details.tsx'

/** `missing` in cents. */
export function LatePart({ order, missing }: { order: Order; missing: number }) {
  return (
    <section className="section NoPrint" data-tone="paper" aria-labelledby="late-part">
      <div className="wrap Split">
        <h2 className="Split-title" id="late-part">
          How to pay the rest
        </h2>
        <div>
          <TransferDetails order={{ ...order, outstanding: missing, steps: [] }} />
        </div>
      </div>
    </section>
  )
}

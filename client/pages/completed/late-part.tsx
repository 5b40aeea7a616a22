import type { Order } from '#shared/orders/orders.ts'
import { Section } from '../../site/ui/section.tsx'
import { TransferDetails } from './transfer-details.tsx'

/** `missing` in cents. */
export function LatePart({ order, missing }: { order: Order; missing: number }) {
  return (
    <Section className="NoPrint" aria-labelledby="late-part" wrap="Split">
      <h2 className="Split-title" id="late-part">
        How to pay the rest
      </h2>
      <div>
        <TransferDetails order={{ ...order, outstanding: missing, steps: [] }} />
      </div>
    </Section>
  )
}

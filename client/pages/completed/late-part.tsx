import type { Order } from '#shared/orders/orders.ts'
import { SplitSection } from '../../site/ui/section.tsx'
import { TransferDetails } from './transfer-details.tsx'

/** @param missing cents */
export function LatePart({ order, missing }: { order: Order; missing: number }) {
  return (
    <SplitSection className="NoPrint" id="late-part" title="How to pay the rest">
      <div>
        <TransferDetails order={{ ...order, outstanding: missing, steps: [] }} />
      </div>
    </SplitSection>
  )
}

import type { Order } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { clearDraft } from '../../shop/checkout/draft-storage.ts'
import { takePlaced } from '../../shop/checkout/order-attempts.ts'
import { Button } from '../../site/ui/button.tsx'
import { SplitSection } from '../../site/ui/section.tsx'

/** Removes the order from a shared device. The form also works without script. */
export function ForgetOrder({ order: { id } }: { order: Order }) {
  return (
    <SplitSection
      className="section--tight NoPrint"
      id="forget"
      title="A shared device?"
      lede="For a month this device opens the order without the link in its email. Where others use it too, have it forgotten."
    >
      <form method="post" action={routes.completed} onSubmit={() => forgetHere(id)}>
        <input type="hidden" name="order" value={id} />
        <Button quiet>Forget this order on this device</Button>
      </form>
    </SplitSection>
  )
}

/** Deletes the browser's data about an order, and the checkout's draft. */
function forgetHere(orderId: string): void {
  takePlaced(orderId)
  clearDraft()
}

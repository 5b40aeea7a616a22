import type { ShopContext } from '../../context.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Payment } from './next-status.ts'
import type { OrderWithLines } from './order-store.ts'

/** A stored change of an order, whose effects are to be applied. */
export type Transition = {
  before: OrderRow
  payment: Payment
  /** Reason why the licence can't be changed; null if it can. */
  obstacle: string | null
} & OrderWithLines

/** What documents, mails, webhooks and licences need, at the transition's moment. */
export type TransitionContext = ReturnType<typeof contextOf>

export function contextOf(shop: ShopContext) {
  const { config, keyring, library, log } = shop
  const { site, pricing } = library.typed
  const { siteUrl } = config
  return { site, pricing, siteUrl, keyring, log, ...momentOf(shop) }
}

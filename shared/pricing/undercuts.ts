import type { Product } from './pricing.ts'
import { renewalPrice } from './renewal-price.ts'

/** A small plan that costs less with extra machines than a bigger plan for as many. */
type Undercut = { small: Product; big: Product; machines: number; of: 'price' | 'renewal' }

/** For each pair of plans, the fewest machines for which the smaller one costs less, by price and by renewal. */
export function findUndercuts(products: readonly Product[]): Undercut[] {
  return products.flatMap((small) =>
    products
      .filter((big) => big.licence.seats > small.licence.seats)
      .flatMap((big) => [undercut(small, big, 'price'), undercut(small, big, 'renewal')])
      .filter((found) => found !== null),
  )
}

function undercut(small: Product, big: Product, of: Undercut['of']): Undercut | null {
  const most = small.extraSeat?.maxSeats ?? 0
  for (let machines = big.licence.seats; machines <= most; machines++) {
    const [less, more] = [costs[of](small, machines), costs[of](big, machines)]
    if (less !== null && more !== null && less < more) return { small, big, machines, of }
  }
  return null
}

/** Cents for a number of machines on one key; null if the plan can't have as many. */
const costs = {
  price(product: Product, machines: number): number | null {
    const extra = machines - product.licence.seats
    if (extra > 0 && machines > (product.extraSeat?.maxSeats ?? 0)) return null
    return product.unitAmount + extra * (product.extraSeat?.unitAmount ?? 0)
  },
  renewal(product: Product, machines: number): number | null {
    const price = renewalPrice(product, machines - product.licence.seats)
    return price === null || !product.renewal ? null : price / product.renewal.updatesMonths
  },
}

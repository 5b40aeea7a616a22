type Line = { description: string; qty: number; total: number }

/**
 * Prices a line so that `qty` times `unitAmount` is its total, as programs compute it that know no discounts. A total that
 * the quantity doesn't divide becomes one item, "7 × Solo". Amounts are in cents.
 */
export function withWholePrice<Given extends Line>(line: Given): Given & { unitAmount: number } {
  const { description, qty, total } = line
  if (total % qty === 0) return { ...line, unitAmount: total / qty }
  return { ...line, description: `${qty} × ${description}`, qty: 1, unitAmount: total }
}

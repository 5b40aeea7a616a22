type Line = { description: string; qty: number; total: number }

/**
 * Sets a line's `unitAmount` to its total divided by `qty`, for programs that know no discounts. If it doesn't
 * divide evenly, the line becomes one item, "7 × Solo". Amounts in cents.
 */
export function withWholePrice<Given extends Line>(line: Given): Given & { unitAmount: number } {
  const { description, qty, total } = line
  if (total % qty === 0) return { ...line, unitAmount: total / qty }
  return { ...line, description: `${qty} × ${description}`, qty: 1, unitAmount: total }
}

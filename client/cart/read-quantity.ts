/** @returns the quantity that a form or an address asks for, at most `max`; 1 for everything but a whole number */
export function readQuantity(text: unknown, max: number): number {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity >= 1 ? Math.min(quantity, max) : 1
}

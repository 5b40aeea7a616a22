/** @returns at most `max`; 1 for anything but a whole number */
export function readQuantity(text: unknown, max: number): number {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity >= 1 ? Math.min(quantity, max) : 1
}

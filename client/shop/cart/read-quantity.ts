/** @returns at most `max`; 1 if `text` is null or undefined, 0 for anything but a whole number */
export function readQuantity(text: unknown, max: number): number {
  const digits = String(text ?? 1).normalize('NFKC')
  return /^\d+$/.test(digits) ? Math.min(Number(digits), max) : 0
}

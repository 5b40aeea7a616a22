/** 122950 → "1229.50", without binary fractions; the inverse of `readDollars`. */
export function writeDollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

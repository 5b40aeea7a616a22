/** A Reed–Solomon code over GF(32) detects any two changes in at most 31 symbols. @param symbols at most 29, from 0 to 31 */
export function checkSymbols(symbols: readonly number[]): [number, number] {
  let [high, low] = [0, 0]
  for (const symbol of symbols) {
    const carry = symbol ^ high
    high = low ^ multiply(carry, generator.high)
    low = multiply(carry, generator.low)
  }
  return [high, low]
}

/** (x − α)(x − α²) = x² + 6x + 8, where α = 2. */
const generator = { high: 6, low: 8 }

/** x⁵ + x² + 1 has the primitive root α. */
const modulus = 0b100101

function multiply(a: number, b: number): number {
  let product = 0
  for (let [left, right] = [a, b]; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = left & 16 ? (left << 1) ^ modulus : left << 1
  }
  return product
}

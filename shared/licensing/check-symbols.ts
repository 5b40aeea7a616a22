/**
 * The two check symbols of a Reed–Solomon code over GF(32), for at most 29 symbols before them: of two different texts
 * of one length that pass, at least three symbols differ. So a change of any one or two symbols is noticed, and with it
 * any single typo and any two symbols that changed places.
 * @param symbols numbers from 0 to 31
 */
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

/** x⁵ + x² + 1, of which α is a primitive root. */
const modulus = 0b100101

function multiply(a: number, b: number): number {
  let product = 0
  for (let [left, right] = [a, b]; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = left & 16 ? (left << 1) ^ modulus : left << 1
  }
  return product
}

/** Ignores spaces. ISO 13616-1, with check digits by ISO 7064 MOD 97-10. */
export function isIban(text: string): boolean {
  const tidy = text.replace(/\s/g, '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(tidy)) return false
  const moved = tidy.slice(4) + tidy.slice(0, 4)
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

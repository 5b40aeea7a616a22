const longestAmount = 20

/** "$1,229.50", or "A$1,229.50" as mails write it → 122950. Null for text that isn't an amount. */
export function readDollars(text: string): number | null {
  if (text.length > longestAmount) return null
  const [, dollars, cents = ''] =
    /^(?:A?\$\s*)?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (dollars === undefined) return null
  return Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

import { codeBeside } from '#shared/pricing/money.ts'

/** Stands beside sums whose symbol doesn't name their currency. */
export function CurrencyCode({ currency }: { currency: string }) {
  const code = codeBeside(currency)
  return code && <small translate="no">{code}</small>
}

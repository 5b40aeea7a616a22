import { type Tax, taxIncluded } from './tax.ts'
import { shareTax } from './tax-shares.ts'

export type VolumeStep = { from: number; percent: number }

export type LineKind = 'new' | 'renewal' | 'upgrade' | 'ahead' | 'seats'

/** In cents, before discounts and tax. */
export type PriceableLine = {
  sku: string
  qty: number
  unitAmount: number
  kind: LineKind
  volume?: readonly VolumeStep[] | undefined
}

export type CodeTerms = {
  code: string
  percent: number | null
  amount: number | null
  /** Null for every plan. */
  skus: readonly string[] | null
  appliesTo: 'new' | 'renewal' | 'any'
}

export type Discount = { label: string; amount: number }

export type LinePrice = { discounts: Discount[]; discount: number; amount: number; tax: number }

type PricedLines<Line> = {
  lines: (Line & LinePrice)[]
  discount: number
  total: number
  tax: number
  codeApplies: boolean
}

/** Subtracts volume discounts, then the code's, then splits out the tax. Sums always match, whatever the order of lines. */
export function priceLines<Line extends PriceableLine>(
  lines: readonly Line[],
  { tax, code = null }: { tax: Tax; code?: CodeTerms | null },
): PricedLines<Line> {
  const volumes = lines.map(volumeDiscount)
  const left = lines.map(({ qty, unitAmount }, index) => qty * unitAmount - (volumes[index]?.amount ?? 0))
  const byCode = code ? codeDiscounts(lines, left, code) : lines.map(() => 0)
  const amounts = left.map((amount, index) => amount - (byCode[index] ?? 0))
  const total = sum(amounts)
  const wholeTax = taxIncluded(total, tax)
  const taxes = shareOut(lines, amounts, wholeTax)
  const priced = lines.map((line, index) => {
    const discounts = [volumes[index] ?? null, codeLabel(code, byCode[index] ?? 0)].filter(
      (each) => each !== null,
    )
    const amount = amounts[index] ?? 0
    return {
      ...line,
      discounts,
      discount: sum(discounts.map((each) => each.amount)),
      amount,
      tax: taxes[index] ?? 0,
    }
  })
  return {
    lines: priced,
    discount: sum(priced.map(({ discount }) => discount)),
    total,
    tax: wholeTax,
    codeApplies: code !== null && lines.some((line) => isEligible(line, code)),
  }
}

export function volumeStep(volume: readonly VolumeStep[] = [], qty: number): VolumeStep | null {
  return volume.filter(({ from }) => qty >= from).reduce<VolumeStep | null>(higher, null)
}

function higher(best: VolumeStep | null, step: VolumeStep): VolumeStep {
  return best && best.from >= step.from ? best : step
}

function volumeDiscount({ kind, qty, unitAmount, volume }: PriceableLine): Discount | null {
  const step = kind === 'new' ? volumeStep(volume, qty) : null
  const amount = step ? percentOff(qty * unitAmount, step.percent) : 0
  return step && amount > 0 ? { label: `${step.percent}% off, for ${step.from} or more`, amount } : null
}

function codeDiscounts(lines: readonly PriceableLine[], left: number[], code: CodeTerms): number[] {
  const eligible = left.map((amount, index) => {
    const line = lines[index]
    return line && isEligible(line, code) ? amount : 0
  })
  if (code.percent !== null) return eligible.map((amount) => percentOff(amount, code.percent ?? 0))
  return shareOut(lines, eligible, Math.min(code.amount ?? 0, sum(eligible)))
}

function isEligible({ sku, kind }: PriceableLine, { skus, appliesTo }: CodeTerms): boolean {
  return (skus === null || skus.includes(sku)) && (appliesTo === 'any' || appliesTo === kind)
}

function codeLabel(code: CodeTerms | null, amount: number): Discount | null {
  if (!code || amount === 0) return null
  return {
    label: code.percent === null ? `Code ${code.code}` : `Code ${code.code}, ${code.percent}% off`,
    amount,
  }
}

/** Sums the discounts that a code gave, recognised by their labels. */
export function takenOffBy(code: string, discounts: readonly Discount[]): number {
  const byCode = discounts.filter(
    ({ label }) => label === `Code ${code}` || label.startsWith(`Code ${code},`),
  )
  return sum(byCode.map(({ amount }) => amount))
}

/** Rounds half a cent up, in the buyer's favour. */
function percentOff(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(percent) + 50n) / 100n)
}

/** Sorts the lines first, so that odd cents go to the same lines in any order. */
function shareOut(lines: readonly PriceableLine[], amounts: number[], whole: number): number[] {
  const sorted = lines
    .map(({ sku, kind, qty }, index) => ({ index, key: `${sku} ${kind} ${qty}` }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const shares = shareTax(
    sorted.map(({ index }) => amounts[index] ?? 0),
    whole,
  )
  const result = amounts.map(() => 0)
  sorted.forEach(({ index }, place) => {
    result[index] = shares[place] ?? 0
  })
  return result
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

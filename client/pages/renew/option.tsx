import type { ReactNode } from 'react'
import { formatPrice } from '#shared/pricing/money.ts'
import { Verbatim } from '../../site/ui/verbatim.tsx'

type Props = {
  name: string
  value: string | number
  isChosen: boolean
  onChoose(): void
  title: string
  children: ReactNode
  /** In cents. */
  amount: number
  currency: string
}

/** A choice with its price. The chosen one is highlighted. */
export function Option({ name, value, isChosen, onChoose, title, children, amount, currency }: Props) {
  return (
    <label className="Ringed Option">
      <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
      <span className="Option-name">{title}</span>
      <Verbatim className="Option-price">{formatPrice(amount, currency)}</Verbatim>
      <span className="Option-gives">{children}</span>
    </label>
  )
}

import type { PricedLine } from '#shared/pricing/price-cart.ts'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { CartLine } from './cart-line.tsx'

type Props = {
  lines: PricedLine[]
  /** Undefined until prices are loaded. */
  currency: string | undefined
  onQuantity(sku: string, qty: number): void
  onRemove(sku: string): void
  onClear(): void
}

export function CartLines({ lines, currency, onQuantity, onRemove, onClear }: Props) {
  return (
    <div className="CartLines-side">
      <ul className="CartLines">
        {lines.map((line) => (
          <CartLine
            key={line.sku}
            line={line}
            currency={currency}
            onQuantity={(qty) => onQuantity(line.sku, qty)}
            onRemove={() => onRemove(line.sku)}
          />
        ))}
      </ul>
      <p className="Footnote CartLines-foot">
        <PageLink to={routes.shop}>Add something else</PageLink>
        <button className="TextLink" type="button" onClick={onClear}>
          Clear the cart
        </button>
      </p>
    </div>
  )
}

import { formatPrice } from '#shared/pricing/money.ts'
import type { PricedLine } from '#shared/pricing/price-cart.ts'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { FieldError } from '../../site/ui/field.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Qty } from '../../site/ui/qty.tsx'
import { Verbatim, verbatim } from '../../site/ui/verbatim.tsx'

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
      <ul className="CartLines Ruled">
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
      <p className="Footnote Row CartLines-foot">
        <PageLink to={routes.shop}>Add something else</PageLink>
        <button className="TextLink" type="button" onClick={onClear}>
          Clear the cart
        </button>
      </p>
    </div>
  )
}

type CartLineProps = {
  line: PricedLine
  /** Undefined until prices are loaded. */
  currency: string | undefined
  onQuantity(qty: number): void
  onRemove(): void
}

function CartLine({ line, currency, onQuantity, onRemove }: CartLineProps) {
  const { sku, qty, product, amount, discount } = line
  const name = product?.name ?? sku
  return (
    <li className="CartLine">
      <div>
        <h2 className="CartLine-name">{name}</h2>
        <p className="CartLine-each">
          {currency && product && verbatim`${formatPrice(product.unitAmount, currency)} each`}
          {currency && !product && <span>No longer available</span>}
        </p>
        {product && qty > product.maxQty && <FieldError error={`At most ${product.maxQty} in one order.`} />}
      </div>
      <div className="Row CartLine-tools">
        {product && <Qty of={name} value={qty} onChange={onQuantity} max={product.maxQty} />}
        <button className="IconButton" type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="trash" />
        </button>
      </div>
      {product && currency && (
        <p className="CartLine-total">
          <Verbatim>{formatPrice(amount, currency)}</Verbatim>
          {discount > 0 && (
            <s className="CartLine-was">
              <span className="vh">instead of </span>
              <Verbatim>{formatPrice(amount + discount, currency)}</Verbatim>
            </s>
          )}
        </p>
      )}
    </li>
  )
}

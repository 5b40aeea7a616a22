import { formatMoney } from '#shared/money.ts'
import type { PricedLine } from '#shared/price-cart.ts'
import type { Product } from '#shared/pricing.ts'
import { Icon } from '../ui/icon.tsx'
import { Qty } from '../ui/qty.tsx'

type Props = {
  line: PricedLine
  /** Undefined until prices are loaded. */
  currency: string | undefined
  onQuantity(qty: number): void
  onRemove(): void
}

export function CartLine({ line, currency, onQuantity, onRemove }: Props) {
  const { sku, qty, product, amount, discount } = line
  const name = product?.name ?? sku
  return (
    <li className="CartLine">
      <div>
        <h2 className="CartLine-name">{name}</h2>
        <p className="CartLine-each">{eachOf(product, currency)}</p>
        {product && qty > product.maxQty && (
          <p className="Field-error">
            <Icon name="alert" />
            {`At most ${product.maxQty} in one order.`}
          </p>
        )}
      </div>
      <div className="CartLine-tools">
        {product && <Qty of={name} value={qty} onChange={onQuantity} max={product.maxQty} />}
        <button className="IconButton" type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="trash" />
        </button>
      </div>
      {product && currency && (
        <p className="CartLine-total">
          {formatMoney(amount, currency)}
          {discount > 0 && (
            <s className="CartLine-was">
              <span className="vh">instead of </span>
              {formatMoney(amount + discount, currency)}
            </s>
          )}
        </p>
      )}
    </li>
  )
}

function eachOf(product: Product | null, currency: string | undefined): string {
  if (!currency) return ''
  return product ? `${formatMoney(product.unitAmount, currency)} each` : 'No longer available'
}

import { useState } from 'react'
import { formatPrice } from '#shared/pricing/money.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { taxIncluded } from '#shared/pricing/tax.ts'
import { AddToCart } from '../../shop/cart/add-to-cart-button.tsx'
import { Estimate } from '../../shop/pricing/estimate.tsx'
import { TaxNote } from '../../shop/pricing/tax-note.tsx'
import { useCart } from '../../site/framework/app-state.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Qty } from '../../site/ui/qty.tsx'
import { Verbatim } from '../../site/ui/verbatim.tsx'
import { MachinesArt } from './machines-art.tsx'

type Props = {
  product: Product
  pricing: Pick<Pricing, 'currency' | 'tax'>
}

export function ProductSheet({ product, pricing: { currency, tax } }: Props) {
  const { sku, name, summary, unitAmount, licence, maxQty } = product
  const [qty, setQty] = useState(1)
  return (
    <li className="Sheet Product">
      <div className="Product-art">
        <MachinesArt seats={licence.seats} />
      </div>
      <div>
        <h2 className="Product-name">{name}</h2>
        <p className="Product-text">{summary}</p>
      </div>
      <p className="Product-price">
        <Verbatim>{formatPrice(unitAmount, currency)}</Verbatim>{' '}
        {tax && (
          <small>
            <TaxNote tax={tax} share={formatPrice(taxIncluded(unitAmount, tax), currency)} />
          </small>
        )}
        <Estimate cents={unitAmount} />
      </p>
      <div>
        <AddToCart className="Product-buy" product={product}>
          <Qty of={name} name="qty" value={qty} onChange={setQty} max={maxQty} />
        </AddToCart>
        <p className="Product-in">
          <InCart sku={sku} />
        </p>
      </div>
    </li>
  )
}

function InCart({ sku }: { sku: string }) {
  const qty = useCart(({ lines }) => lines.find((line) => line.sku === sku)?.qty ?? 0)
  if (qty === 0) return null
  return (
    <>
      <Icon name="check" />
      <span>{`${qty} in your cart`}</span>
    </>
  )
}

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
import { arrangeMachines, drawing } from './arrange-machines.ts'

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
        <AddToCart className="Row Product-buy" product={product}>
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

/** Draws a prompter for each seat; the text says the same. */
function MachinesArt({ seats }: { seats: number }) {
  return (
    <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} aria-hidden="true" focusable="false">
      {arrangeMachines(seats).map(({ x, y, scale }) => (
        <Machine key={`${x} ${y}`} x={x} y={y} scale={scale} />
      ))}
    </svg>
  )
}

/** 72 wide and 54 high, in units of the drawing. */
function Machine({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect width="72" height="54" rx="3.4" fill="#050808" stroke="#74868a" strokeWidth={1.5 / scale} />
      <path fill="#f3f7f6" fillOpacity=".4" d="M15.8 10.1h33.8v5H15.8zM15.8 33.8h24.8v5H15.8z" />
      <path fill="#f3f7f6" d="M15.8 21.8h45v5h-45z" />
      <path fill="#ffb627" d="M2.8 19.1h4.5l4.5 5.2-4.5 5.2H2.8z" />
    </g>
  )
}

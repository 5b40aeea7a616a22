import type { ReactNode } from 'react'
import type { Product } from '#shared/pricing/pricing.ts'

type Props = {
  title: string
  /** Smaller text below the title. */
  note?: ReactNode
  className?: string
  products: readonly Product[]
  cell(product: Product): ReactNode
}

/** A property that differs between plans. */
export function PlanRow({ title, note, className, products, cell }: Props) {
  return (
    <tr className={className}>
      <th scope="row">
        <span>{title}</span> {note && <small>{note}</small>}
      </th>
      {products.map((product) => (
        <td key={product.sku} data-plan={product.name}>
          {cell(product)}
        </td>
      ))}
    </tr>
  )
}

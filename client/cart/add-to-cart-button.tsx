import type { FormEvent, ReactNode } from 'react'
import type { Product } from '#shared/pricing.ts'
import { routes } from '#shared/routes.ts'
import { useCart } from '../app-state.tsx'
import { Button } from '../ui/button.tsx'
import { readQuantity } from './read-quantity.ts'

type Props = {
  product: Product
  className?: string
  /** Fields that stand before the button, such as the quantity's, which is named `qty`. */
  children?: ReactNode
}

/** Adds at once. Sent before hydration, it is a form that asks the cart page to. */
export function AddToCart({ product: { sku, name, maxQty }, className = 'AddToCart', children }: Props) {
  const add = useCart((cart) => cart.add)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The field itself says what was typed before hydration; the component's state doesn't.
    add(sku, readQuantity(new FormData(event.currentTarget).get('qty'), maxQty))
  }

  return (
    <form className={className} method="get" action={routes.cart} onSubmit={submit}>
      <input type="hidden" name="add" value={sku} />
      {children}
      <Button>
        <span>
          Add to cart<span className="vh"> {name}</span>
        </span>
      </Button>
    </form>
  )
}

import type { FormEvent } from 'react'
import type { Product } from '#shared/pricing/pricing.ts'
import { routes } from '#shared/routes/routes.ts'
import { useCart } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { readQuantity } from './read-quantity.ts'

type Props = {
  product: Product
  className?: string
  /** Fields above the button, such as `qty`. */
  children?: Elements
}

/** Before hydration it posts a form to the cart page. */
export function AddToCart({ product: { sku, name, maxQty }, className = 'AddToCart', children }: Props) {
  const add = useCart((cart) => cart.add)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The field contains text typed before hydration; React's state doesn't.
    add(sku, readQuantity(new FormData(event.currentTarget).get('qty'), maxQty))
  }

  return (
    <form className={className} method="get" action={routes.cart} onSubmit={submit}>
      <input type="hidden" name="add" value={sku} />
      {children}
      <Button>
        Add to cart<span className="vh">{` ${name}`}</span>
      </Button>
    </form>
  )
}

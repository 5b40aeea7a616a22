import type { FormEvent, ReactNode } from 'react'
import { routes } from '#shared/routes.ts'
import { useCart } from '../app-state.tsx'
import { Button } from '../ui/button.tsx'

type Props = {
  sku: string
  name: string
  qty?: number
  className?: string
  /** Fields that stand before the button, such as the quantity's. */
  children?: ReactNode
}

/** Adds at once; sent before the page's code has arrived, it is a form that asks the cart page to. */
export function AddToCart({ sku, name, qty = 1, className = 'AddToCart', children }: Props) {
  const add = useCart((cart) => cart.add)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    add(sku, qty)
  }

  return (
    <form className={className} method="get" action={routes.cart} onSubmit={submit}>
      <input type="hidden" name="add" value={sku} />
      {children}
      <Button>
        <span>
          Add<span className="vh"> {name}</span> to cart
        </span>
      </Button>
    </form>
  )
}

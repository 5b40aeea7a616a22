import type { FormEvent } from 'react'
import type { OrderAct } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Elements } from '../../site/ui/elements.ts'

type Props = {
  act: OrderAct
  /** The order's id. */
  id: string
  className?: string
  /** If omitted, the browser posts the form itself, as without script. */
  onSubmit?(event: FormEvent<HTMLFormElement>): void
  children: Elements
}

/** Also posts without script. */
export function OrderActForm({ act, id, children, ...form }: Props) {
  return (
    <form method="post" action={routes.completed} {...form}>
      <input type="hidden" name="order" value={id} />
      <input type="hidden" name="act" value={act} />
      {children}
    </form>
  )
}

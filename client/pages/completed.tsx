import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Order } from '#shared/orders.ts'
import { Seo } from '../framework/seo.tsx'
import { orderContext } from '../services.ts'
import { NoOrder } from './completed/no-order.tsx'
import { OrderPage } from './completed/order-page.tsx'

type Loaded = { order: Order | null }

/** The order that the address names, if it opens for this visitor: status 404 where it doesn't. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('order')
  const order = id ? await context.get(orderContext)(id) : null
  return data<Loaded>({ order }, { status: id && !order ? 404 : 200 })
}

export function Component() {
  const { order } = useLoaderData<Loaded>()
  return (
    <>
      <Seo title="Order completed" index={false} />
      {order ? <OrderPage key={order.id} loaded={order} /> : <NoOrder />}
    </>
  )
}

import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import { dayIn, formatDate } from '#shared/calendar.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import { useTimeZone } from '../../app-state.tsx'
import { capitalised, inWords } from '../../licence/words.ts'
import type { OrderRow } from '../answers.ts'
import { ask } from '../ask.ts'
import type { Frame } from '../frame/desk-frame.tsx'
import { frameId } from '../frame/frame-id.ts'
import { type WaitingOrders, Waits } from '../today/waits.tsx'
import { DeskHead } from '../ui/desk-head.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<WaitingOrders> {
  const ordersOf = async (status: string) => {
    const query = new URLSearchParams({ status, limit: '200' })
    return (await ask<{ orders: OrderRow[] }>(args, `${deskApiRoutes.orders}?${query}`)).orders
  }
  return {
    disputed: await ordersOf('disputed'),
    review: await ordersOf('review'),
    pending: await ordersOf('pending'),
  }
}

export function Component() {
  const waiting = useLoaderData<WaitingOrders>()
  const { now } = useRouteLoaderData(frameId) as Frame
  const timeZone = useTimeZone()
  const count = Object.values(waiting).flat().length
  return (
    <DeskHead
      title={count === 0 ? 'Nothing waits' : titleOf(count)}
      name="Today"
      past={{ label: formatDate(dayIn(timeZone, now)) }}
    >
      <Waits {...waiting} />
    </DeskHead>
  )
}

function titleOf(count: number): string {
  return count === 1 ? 'One thing waits' : `${capitalised(inWords(count))} things wait`
}

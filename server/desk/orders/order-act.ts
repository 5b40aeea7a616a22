import { z } from 'zod'
import { deskOrderSchema } from '#shared/desk/order-answers.ts'
import type { ShopContext } from '../../context.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { By } from '../../shop/orders/revision.ts'
import { orUnavailable } from '../../shop/payments/or-unavailable.ts'
import { type Described, type DeskEndpoint, type DeskParts, once } from '../endpoints.ts'
import { findDeskOrder, viewDeskOrder } from './view-order.ts'

export const acted = z.object({ order: deskOrderSchema })

type OrderParts = { ctx: ShopContext; order: OrderRow }

type OrderAct<Input extends z.ZodType, Answer extends z.ZodType> = Omit<Described<Input>, 'input'> & {
  input: Input
  status?: 201
  says?: string
  answer?: Answer
  run(parts: OrderParts & { by: By }, input: z.output<Input>): Promise<unknown>
  resume?(parts: OrderParts, made: string): Promise<void>
  /** Members of the answer besides the order. */
  view?(parts: OrderParts, made: string): Promise<Omit<z.output<Answer>, 'order'>>
}

/** Defines an act whose answer is the changed order. @param path its `:id` is the order's id or number */
export function act<
  Input extends z.ZodType<{ revision?: number | undefined }>,
  Answer extends z.ZodType<object> = typeof acted,
>(
  path: `${string}/:id/${string}`,
  { errors = [], run, resume, view, ...more }: OrderAct<Input, Answer>,
): DeskEndpoint {
  const answer: z.ZodType<object> = more.answer ?? acted
  return once(path, {
    says: 'The order as it is now.',
    ...more,
    answer,
    errors: [
      'order_not_found',
      'changed_meanwhile',
      'validation_failed',
      'payment_refused',
      'payment_provider_unavailable',
      ...errors,
    ],
    async run({ by, ...asking }, input) {
      const { revision } = input
      const parts = await withOrder(asking)
      await orUnavailable(() => run({ ...parts, by: { ...by, revision } }, input))
    },
    async resume(asking, made) {
      const parts = await withOrder(asking)
      await orUnavailable(async () => resume?.(parts, made))
    },
    async view(asking, made) {
      const parts = await withOrder(asking)
      return {
        order: await viewDeskOrder(parts.ctx, parts.order.id, asking.sender),
        ...(await view?.(parts, made)),
      }
    },
  })
}

async function withOrder({ ctx, params }: Pick<DeskParts<'/:id'>, 'ctx' | 'params'>): Promise<OrderParts> {
  return { ctx, order: await findDeskOrder(ctx.database.db, params.id) }
}

import supertest from 'supertest'
import { settle } from '../../shop/orders/settle.ts'
import { openDying } from './dying-process.ts'
import type { TestShop } from './shop.ts'

/** Checks out and settles in a process that dies after a number of steps. @returns whether it survived */
export async function runUntilKilled(
  shop: TestShop,
  { key, body: sent }: { key: string; body: object },
  steps: number,
): Promise<boolean> {
  const { app, ctx, isKilled } = await openDying(shop, steps)
  const { body, status } = await supertest(app).post('/api/checkout').set('Idempotency-Key', key).send(sent)
  if (status === 201) {
    shop.stripe.pay(shop.stripe.sessionOf(body.order.id))
    await settle(ctx, body.order.id).catch(() => {})
  }
  // Otherwise its lease would have to run out first.
  await shop.ctx.database.db.updateTable('idempotency_keys').set({ leased_until: null }).execute()
  return !isKilled()
}

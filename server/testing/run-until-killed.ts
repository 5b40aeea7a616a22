import supertest from 'supertest'
import { settle } from '../orders/settle.ts'
import { openDying } from './dying-process.ts'
import type { TestShop } from './shop.ts'

/**
 * A process that checks out and settles, and dies before the given statement of its database.
 * @returns whether it lived to the end
 */
export async function runUntilKilled(
  shop: TestShop,
  { key, body: sent }: { key: string; body: object },
  statements: number,
): Promise<boolean> {
  const { app, ctx, isKilled } = await openDying(shop, statements)
  const { body, status } = await supertest(app).post('/api/checkout').set('Idempotency-Key', key).send(sent)
  if (status === 201) {
    shop.stripe.pay(shop.stripe.sessionOf(body.order.id))
    await settle(ctx, body.order.id).catch(() => {})
  }
  // Its lease would have to run out first.
  await shop.ctx.database.db.updateTable('idempotency_keys').set({ leased_until: null }).execute()
  return !isKilled()
}

import supertest from 'supertest'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { createToken } from '../../desk/sign-in/tokens.ts'
import type { TestDatabases } from './databases.ts'
import { type DeskClient, deskAs, deskOptions } from './desk.ts'
import { type TestShop, useShops } from './shop.ts'

/** @returns opens a desk of 18 November, and drops statements there as a bookkeeper's program does */
export function useStatements(databases: TestDatabases) {
  const openShop = useShops(databases)
  return async () => {
    const clock = { now: Date.parse('2026-11-18T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'books')
    const { token } = await createToken(
      shop.ctx.database.db,
      { email: 'casey@example.com', who: 'test' },
      { now: shop.ctx.clock(), random: shop.ctx.random },
    )
    const drop = (bytes: string | Buffer, type = 'text/csv', query = '?newAccount=main') =>
      supertest(shop.app)
        .post(`${deskApiRoutes.statement}${query}`)
        .set({ Authorization: `Bearer ${token}`, 'Content-Type': type })
        .send(bytes)
    return { shop, desk, clock, drop }
  }
}

export async function place(shop: TestShop, change: Partial<CheckoutBody> = {}) {
  const { body } = await shop.checkOut({ paymentMethod: 'invoice', ...change }).expect(201)
  return body.order as { id: string; number: string }
}

export async function confirm(desk: DeskClient, id: string, lines: object[]) {
  return (await desk.post(`${deskApiRoutes.statement}/${id}/confirm`, { lines }).expect(200)).body
}

/** Money in has a sign, or the file would be asked about. */
export function csv(...lines: string[]): string {
  return `Date,Amount,Description\r\n${lines.map((line) => line.replace(/,(?=\d)/, ',+')).join('\r\n')}\r\n`
}

import supertest from 'supertest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { createToken } from '../../desk/sign-in/tokens.ts'
import { createMailLink } from '../../people/sign-in/mail-links.ts'
import { licencesPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { openSession } from '../../people/sign-in/sessions.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { markPaid } from '../../shop/orders/take-payment.ts'
import { seedLicence } from '../support/licensing.ts'
import type { TestShop } from '../support/shop.ts'

export type OwnIds = { licences: string[]; orders: string[]; activations: string[] }

/** A customer with the cookie of a session, and a token of the desk's owner. */
export type FuzzCustomer = OwnIds & { cookie: string; deskToken: string }

export const fuzzOwner = 'alex@example.com'

const email = 'ada@example.com'

export async function seedCustomer({ app, ctx, placeCardOrder }: TestShop): Promise<FuzzCustomer> {
  const { db } = ctx.database
  const moment = { now: ctx.clock(), random: ctx.random }
  const own: OwnIds = { licences: [], orders: [], activations: [] }
  for (let index = 0; index < 3; index++) {
    const { order } = await placeCardOrder({ paymentMethod: 'invoice' })
    own.orders.push(order.id)
    const { id, key: licenceKey } = await seedLicence(ctx, { email })
    own.licences.push(id)
    const machine = { id: `machine-${index}` }
    const { body } = await supertest(app).post(apiRoutes.activation).send({ licenceKey, machine }).expect(201)
    own.activations.push(body.activation.id)
  }
  const paid = await findOrder(db, String(own.orders[0]))
  if (paid) await markPaid(ctx, paid, {}, { who: 'command line' })
  const { token } = await createMailLink(
    db,
    { purpose: licencesPurpose.name, email, validMs: 60_000 },
    moment,
  )
  const session = await openSession(db, token, licencesPurpose, moment)
  const desk = await createToken(db, { email: fuzzOwner, who: 'command line' }, moment)
  return { ...own, cookie: `${licencesPurpose.name}=${session?.token}`, deskToken: desk.token }
}

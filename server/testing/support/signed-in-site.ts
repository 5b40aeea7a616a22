import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest, { type Test } from 'supertest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { signIn } from './customer.ts'
import type { DatabaseEnvironment } from './databases.ts'
import { cookieOf, deskAs, deskOptions } from './desk.ts'
import type { ReadBody } from './read-bodies.ts'
import { spyOnRouters } from './served-routes.ts'
import { cartBody, newKey, passing } from './shop.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export type SignedInSite = TestApp & {
  /** Sends it as the owner at the desk, who is a customer too. */
  send(read: Pick<ReadBody, 'path' | 'type'>, body: string): Test
  get(path: string): Test
  /** The paths that it serves POST at. */
  posts: string[]
  close(): Promise<void>
}

/**
 * A site with an unpaid order and a licence, which stand for each `:id` of an address.
 * @param environment names another database than one of its own
 */
export async function openSignedInSite(environment?: DatabaseEnvironment): Promise<SignedInSite> {
  const spies = spyOnRouters()
  // Sites of other tests would deliver the mails of a shared database.
  const dataDir = mkdtempSync(join(tmpdir(), 'signed-in-'))
  const site = await createTestApp(
    { DATA_DIR: dataDir, ...environment },
    await deskOptions({ verifier: passing }),
  )
  const posts = spies.listRoutes().filter((route) => route.startsWith('post '))
  const { body } = await supertest(site.app)
    .post(apiRoutes.checkout)
    .set('Idempotency-Key', newKey())
    .send(cartBody({ paymentMethod: 'invoice' }))
    .expect(201)
  const desk = await deskAs(site, 'owner')
  const { email } = cartBody().customer
  const gift = { sku: 'solo', name: 'Ada Byron', email, reason: 'A review' }
  const issued = await desk.post(deskApiRoutes.licences, gift).expect(201)
  const Cookie = [await cookieOf(site, 'owner'), (await signIn(site, email)).cookie].join('; ')
  const ids: Record<string, string> = {
    _content: 'news',
    orders: body.order.id,
    licences: issued.body.licence.id,
  }
  const fill = (path: string) =>
    path.replace(/(\w+)\/:\w+/g, (_, folder: string) => `${folder}/${ids[folder] ?? 'none'}`)
  return {
    ...site,
    async close() {
      await site.ctx.close()
      rmSync(dataDir, { recursive: true })
    },
    posts: posts.map((route) => route.replace('post ', '')),
    send: ({ path, type }, sent) =>
      supertest(site.app)
        .post(fill(path))
        .set({ Cookie, 'Idempotency-Key': newKey(), 'Content-Type': type })
        .send(sent),
    get: (path) => supertest(site.app).get(fill(path)).set({ Cookie }),
  }
}

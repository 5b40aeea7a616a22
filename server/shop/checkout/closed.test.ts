import { randomUUID } from 'node:crypto'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { readConfig } from '../../config.ts'
import { findForDesk } from '../../desk/overview/findings.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cartBody, passing } from '../../testing/support/shop.ts'
import { createTestApp, sharedLibrary } from '../../testing/support/test-app.ts'
import { findPlaceholdersInSale } from './closed.ts'

const own = { RECAPTCHA_SITE_KEY: 'own', RECAPTCHA_SECRET_KEY: 'own' }

test('a site for the public may not sell with any placeholder, and one at home may', async () => {
  const { site } = (await sharedLibrary()).typed
  const found = (environment: NodeJS.ProcessEnv, of = site) =>
    findPlaceholdersInSale(readConfig(environment), of)
  const SITE_URL = 'https://www.example.com'
  const shipped = ['company.abn', 'company.email', 'bankAccount.bsb', 'bankAccount.number']
  expect(found({ SITE_URL })).toEqual([...shipped, 'RECAPTCHA_SITE_KEY'])
  for (const address of ['http://127.0.0.1:3000', 'http://localhost', 'https://localhost:3000'])
    expect(found({ SITE_URL: address })).toEqual([])
  const settled = {
    ...site,
    company: { ...site.company, abn: '51 824 753 556', email: 'hello@acme.com' },
    bankAccount: { ...site.bankAccount, bsb: '062-000', number: '12345678' },
  }
  expect(found({ SITE_URL, ...own }, settled)).toEqual([])
  const cards = (key: string) => ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_1' })
  expect(found({ SITE_URL, ...own, ...cards('rk_test_1') }, settled)).toEqual(['STRIPE_SECRET_KEY'])
  expect(found({ SITE_URL, ...own, ...cards('sk_live_1') }, settled)).toEqual([])
})

describeOnBothEngines('a shop for the public with placeholders', ({ create }) => {
  const SITE_URL = 'https://www.example.com'

  test('takes no order and makes no quote, and says so at the desk; a trial does, and says so on each page', async () => {
    const { environment } = await create()
    const closed = await createTestApp({ ...environment, ...own, SITE_URL }, { verifier: passing })
    const post = ({ app }: typeof closed, path: string, body: object) =>
      supertest(app).post(path).set('Idempotency-Key', randomUUID()).send(body)
    const order = cartBody({ paymentMethod: 'invoice' })
    const { items, customer, verification } = order
    const refused = await post(closed, apiRoutes.checkout, order)
    expect([refused.status, refused.body.code]).toEqual([403, 'checkout_closed'])
    expect((await post(closed, apiRoutes.quotes, { items, customer, verification })).body.code).toBe(
      'checkout_closed',
    )
    expect(await closed.ctx.database.db.selectFrom('orders').select('id').execute()).toEqual([])
    const [first] = await findForDesk(closed.ctx)
    expect(first).toMatchObject({
      grade: 'stops',
      where: 'shop',
      found: expect.stringContaining('company.abn'),
    })
    expect((await supertest(closed.app).get(routes.terms)).text).not.toContain('This is a trial')
    await closed.ctx.close()

    const trial = await createTestApp(
      { ...environment, ...own, SITE_URL, ALLOW_PLACEHOLDERS: '1' },
      { verifier: passing },
    )
    expect((await post(trial, apiRoutes.checkout, order)).status).toBe(201)
    expect((await supertest(trial.app).get(routes.terms)).text).toContain('This is a trial')
    await trial.ctx.close()
  })
})

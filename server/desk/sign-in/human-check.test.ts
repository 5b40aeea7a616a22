import supertest from 'supertest'
import { afterEach, expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import type { AppContext } from '../../context.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { libraryWithStaff } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { createRateLimits } from '../../web/middleware/rate-limit.ts'

const staff = 'alex@example.com'
const stranger = 'ada@example.com'

const verifier: AppContext['verifier'] = {
  verify: async (token) => (token === 'pass' ? 'ok' : token === 'away' ? 'unavailable' : 'failed'),
}

describeOnBothEngines('links to the desk', ({ create, engine }) => {
  const sites: TestApp[] = []

  afterEach(async () => {
    for (const { ctx } of sites.splice(0)) await ctx.close()
  })

  async function open(environment?: object) {
    const given = environment ?? (await create()).environment
    const site = await createTestApp(
      { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', ...given },
      { verifier, library: await libraryWithStaff(), change: countTogether },
    )
    sites.push(site)
    return { ...site, environment: given }
  }

  type Site = Pick<TestApp, 'app'>
  const from = (client: number, asking: supertest.Test) =>
    asking.set('X-Forwarded-For', `203.0.113.${client}`)
  const ask = ({ app }: Site, client: number, email: string, verification?: string) =>
    from(client, supertest(app).post(deskApiRoutes.link).send({ email, verification }))
  const askByForm = ({ app }: Site, client: number, fields: object) =>
    from(client, supertest(app).post(deskRoutes.signIn).type('form').send(fields))

  test('want the human check of a client after its second, whichever addresses it names', async () => {
    const site = await open()
    await ask(site, 1, 'one@example.com').expect(202)
    await ask(site, 1, 'two@example.com').expect(202)
    const refused = await ask(site, 1, staff).expect(422)
    expect(refused.body).toMatchObject({
      code: 'verification_failed',
      errors: [{ pointer: '/verification', code: 'verification_failed' }],
    })
    const [wait, window] = [Number(refused.get('retry-after')), deskPurpose.linkMs / 1000]
    expect(wait).toBeGreaterThan(window - 100)
    expect(wait).toBeLessThanOrEqual(window)
    expect((await ask(site, 1, staff, 'wrong').expect(422)).body.code).toBe('verification_failed')
    expect(await readMails(site.ctx)).toEqual([])
    await ask(site, 1, staff, 'pass').expect(202)
    expect((await readMails(site.ctx)).map(({ to }) => to)).toEqual([staff])
  })

  test('want it for an address after the second, whoever asks and however it is written', async () => {
    const site = await open()
    await ask(site, 1, staff).expect(202)
    await ask(site, 2, 'ALEX@example.com').expect(202)
    await ask(site, 3, ' Alex@Example.com ').expect(422)
    await ask(site, 3, 'robin@example.com').expect(202)
    await ask(site, 4, staff, 'pass').expect(202)
  })

  test('check a token that is given though none is wanted', async () => {
    const site = await open()
    await ask(site, 1, staff, 'wrong').expect(422)
    await ask(site, 1, staff, 'pass').expect(202)
  })

  test('never tell by the check whether an address is of the staff', async () => {
    const site = await open()
    const answersFor = async (email: string, first: number) => {
      const answers: unknown[] = []
      for (const client of [first, first + 1, first + 2]) {
        const { status, text, headers } = await ask(site, client, email)
        const names = Object.keys(headers).toSorted()
        answers.push([status, text.replace(/"requestId":"[^"]+"/, ''), names])
      }
      return answers
    }
    const ofStaff = await answersFor(staff, 1)
    expect(ofStaff.map((answer) => (answer as unknown[])[0])).toEqual([202, 202, 422])
    expect(await answersFor(stranger, 11)).toEqual(ofStaff)
  })

  test('by the plain form want it too: the page has the check, and the wait for those without script', async () => {
    const site = await open()
    const first = await from(1, supertest(site.app).get(deskRoutes.signIn)).expect(200)
    expect(first.text).not.toContain('data-human-check')
    const wanted = { email: staff, to: deskRoutes.orders }
    for (let time = 0; time < 2; time++)
      await askByForm(site, 1, wanted).expect(303).expect('location', deskRoutes.sent)
    const refused = await askByForm(site, 1, wanted).expect(422)
    expect(refused.text).toContain('Two links were asked for already')
    expect(refused.text).toMatch(/Try again in 1[45] minutes/)
    expect(refused.text).toContain('data-human-check')
    expect(refused.text).toContain(`value="${staff}"`)
    expect(refused.text).toContain(`name="to" value="${deskRoutes.orders}"`)
    expect(refused.get('retry-after')).toMatch(/^\d+$/)

    const wrong = await askByForm(site, 1, { ...wanted, 'g-recaptcha-response': 'wrong-token' }).expect(422)
    expect(wrong.text).toContain('data-human-check')
    expect(wrong.text).not.toContain('wrong-token')
    const away = await askByForm(site, 1, { ...wanted, 'g-recaptcha-response': 'away' }).expect(503)
    expect(away.text).toContain('data-human-check')
    expect(await readMails(site.ctx)).toHaveLength(2)
    await askByForm(site, 2, { ...wanted, 'g-recaptcha-response': 'pass' }).expect(303)
    expect(await readMails(site.ctx)).toHaveLength(1)
  })

  test('of a form that names its own field for the check pass no unverified request', async () => {
    const site = await open()
    for (let time = 0; time < 2; time++) await ask(site, 1, staff).expect(202)
    await askByForm(site, 1, { email: staff, verification: 'wrong' }).expect(422)
    await askByForm(site, 1, { email: staff, 'g-recaptcha-response': ['pass', 'pass'] }).expect(422)
    expect(await readMails(site.ctx)).toHaveLength(2)
  })

  test.runIf(engine === 'postgres')('count eight at once over two processes', async () => {
    const site = await open()
    const other = await open(site.environment)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(index % 2 ? other : site, index + 1, staff)),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(6)
  })
})

/** Waits longer for the shared counter, for slow machines. */
function countTogether(ctx: AppContext): AppContext {
  return { ...ctx, rateLimits: createRateLimits(ctx.config, ctx.database, { patienceMs: 60_000 }) }
}

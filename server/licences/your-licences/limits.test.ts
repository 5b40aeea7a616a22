import supertest from 'supertest'
import { afterEach, expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { deskPurpose, licencesPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { passing } from '../../testing/support/shop.ts'
import { createTestApp, sharedLibrary, type TestApp } from '../../testing/support/test-app.ts'
import { createRateLimits } from '../../web/middleware/rate-limit.ts'

const known = 'ada@example.com'
const unknown = 'nobody@example.com'

describeOnBothEngines('links to sign in', ({ create, engine }) => {
  const sites: TestApp[] = []

  afterEach(async () => {
    for (const { ctx } of sites.splice(0)) await ctx.close()
  })

  async function open(environment?: object) {
    const given = environment ?? (await create()).environment
    const site = await createTestApp(
      { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', ...given },
      {
        verifier: passing,
        library: await sharedLibrary(),
        change: (ctx) => ({
          ...ctx,
          rateLimits: createRateLimits(ctx.config, ctx.database, { patienceMs: 60_000 }),
        }),
      },
    )
    sites.push(site)
    return { ...site, environment: given }
  }

  const ask = ({ app }: Pick<TestApp, 'app'>, email: string, ip: string) =>
    supertest(app)
      .post(apiRoutes.licencesLink)
      .set('X-Forwarded-For', ip)
      .send({ email, verification: 'token' })

  const askByForm = ({ app }: Pick<TestApp, 'app'>, email: string, ip: string) =>
    supertest(app).post(routes.licences).set('X-Forwarded-For', ip).type('form').send({ email })

  const client = (index: number) => `203.0.113.${index + 1}`

  test('are five within a link’s life for an address, whoever asks and however it is written', async () => {
    const site = await open()
    await seedLicence(site.ctx, { email: known })
    const spellings = [known, 'Ada@Example.com', 'ADA@EXAMPLE.COM', ` ${known} `, known]
    for (const [index, email] of spellings.entries()) await ask(site, email, client(index)).expect(202)
    const refused = await ask(site, 'aDa@example.com', client(9)).expect(429)
    expect(refused.body.code).toBe('rate_limited')
    const [wait, linkSeconds] = [Number(refused.get('retry-after')), licencesPurpose.linkMs / 1000]
    expect(wait).toBeGreaterThan(linkSeconds - 100)
    expect(wait).toBeLessThanOrEqual(linkSeconds)
    expect((await readMails(site.ctx)).map(({ to }) => to)).toEqual(Array(5).fill(known))
    await ask(site, unknown, client(9)).expect(202)
  })

  test('are refused to nobody who passed the human check because of those who didn’t', async () => {
    const site = await open()
    for (let index = 0; index < 5; index++) await askByForm(site, known, client(index)).expect(303)
    const page = await askByForm(site, known, client(8)).expect(429)
    expect(page.text).toContain('too many tries')
    await ask(site, known, client(9)).expect(202)
  })

  test('to the desk are refused for no longer than a link works', async () => {
    const { ctx } = await open()
    for (let time = 0; time < 5; time++) await ctx.rateLimits.deskLinks.takeFor(known)
    const refused = await ctx.rateLimits.deskLinks.takeFor(known).catch((error) => error)
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.headers['Retry-After'])).toBeLessThanOrEqual(deskPurpose.linkMs / 1000)
  })

  test('are five an hour for a client, whatever the addresses, by form and by script together', async () => {
    const site = await open()
    for (let index = 0; index < 3; index++) await ask(site, `a-${index}@example.com`, client(0)).expect(202)
    for (let index = 3; index < 5; index++) {
      await askByForm(site, `a-${index}@example.com`, client(0)).expect(303)
    }
    await ask(site, known, client(0)).expect(429)
    await askByForm(site, known, client(0)).expect(429)
    await ask(site, known, client(1)).expect(202)
    const other = await open(site.environment)
    await ask(other, known, client(0)).expect(engine === 'postgres' ? 429 : 202)
  })

  test('are refused in the same words to known and unknown addresses', async () => {
    const site = await open()
    await seedLicence(site.ctx, { email: known })
    const answers: Record<string, object[]> = { [known]: [], [unknown]: [] }
    for (let time = 0; time < 7; time++) {
      for (const [offset, email] of [known, unknown].entries()) {
        const { status, headers, body } = await ask(site, email, client(2 * time + offset))
        const steady = Object.entries(headers).filter(([name]) => !/^(date|etag|x-request-id)$/.test(name))
        answers[email]?.push({ status, headers: withoutTime(steady), body: { ...body, requestId: '' } })
      }
    }
    expect(answers[known]).toEqual(answers[unknown])
    expect(answers[known]?.at(-1)).toMatchObject({ status: 429 })
  })
})

/** The remaining seconds depend on the window's first request. */
function withoutTime(headers: [string, unknown][]): [string, string][] {
  return headers.map(([name, value]) => [name, String(value).replace(/t=\d+|^\d{4}$/g, '…')])
}

import { verify } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemSchema } from '#shared/http/problem.ts'
import { type TrialAnswer, trialAnswerSchema } from '#shared/licensing/answers.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { type LicensingProcess, openLicensing } from '../../testing/support/licensing.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { startTrial } from './trial.ts'

const machine = { id: 'F00D-4242-0001', name: 'Studio iMac' }
const start = Date.parse('2026-11-22T10:00:00Z')
const afterDays = (days: number) => new Date(start + days * 24 * 60 * 60 * 1000)

describeOnEitherEngine('a trial', ({ create }) => {
  async function openAt(time: { now: Date }, count = 1) {
    const { environment } = await create()
    const all = Array.from({ length: count }, () => openLicensing(environment, () => time.now))
    return (await Promise.all(all)) as [LicensingProcess, ...LicensingProcess[]]
  }

  test('begins once, however many requests of a machine come to three processes', onBoth, async () => {
    const time = { now: afterDays(0) }
    const all = await openAt(time, 3)
    const answers = (await Promise.all(
      Array.from({ length: 90 }, (_, index) => {
        // Each asks at another time, and all get the first one's end.
        const clock = () => new Date(start + index)
        return startTrial({ ...(all[index % 3] as LicensingProcess), clock }, { machine })
      }),
    )) as TrialAnswer[]
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(answers.map(({ trial }) => trial.expiresAt)).size).toBe(1)
    const rows = await all[0].database.db.selectFrom('trials').selectAll().execute()
    expect(rows).toHaveLength(1)
    for (const { close } of all) await close()
  })

  test('of one machine leaves the others theirs, in a storm of many machines', onBoth, async () => {
    const all = await openAt({ now: afterDays(0) }, 2)
    const answers = (await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        startTrial(all[index % 2] as LicensingProcess, { machine: { id: `machine-${index % 20}` } }),
      ),
    )) as TrialAnswer[]
    expect(answers.filter(({ created }) => created)).toHaveLength(20)
    for (const { close } of all) await close()
  })

  test('ends when it was said to end, and never begins again', async () => {
    const time = { now: afterDays(0) }
    const [site] = await openAt(time)
    const first = await startTrial(site, { machine })
    const expiresAt = afterDays(14).toISOString()
    expect(first).toMatchObject({ created: true, trial: { plan: 'trial', expiresAt } })
    time.now = new Date(afterDays(14).getTime() - 1)
    expect(await startTrial(site, { machine })).toMatchObject({ created: false, trial: { expiresAt } })
    time.now = afterDays(14)
    const ended = { refused: 'trial_ended', shopUrl: `${site.config.siteUrl}/shop` }
    expect(await startTrial(site, { machine })).toEqual(ended)
    time.now = afterDays(4000)
    expect(await startTrial(site, { machine })).toEqual(ended)
    await site.close()
  })

  test('that runs goes on when no more trials are offered, or shorter ones', async () => {
    const [site] = await openAt({ now: afterDays(0) })
    await startTrial(site, { machine })
    const withOffer = (trial: { days: number } | null) => {
      const { site: identity, ...typed } = site.library.typed
      return { ...site, library: { typed: { ...typed, site: { ...identity, trial } } } } as LicensingProcess
    }
    const running = { created: false, trial: { expiresAt: afterDays(14).toISOString() } }
    expect(await startTrial(withOffer({ days: 1 }), { machine })).toMatchObject(running)
    expect(await startTrial(withOffer(null), { machine })).toMatchObject(running)
    expect(await startTrial(withOffer(null), { machine: { id: 'another-machine' } })).toMatchObject({
      refused: 'trial_not_offered',
    })
    await site.close()
  })
})

describe('a trial over HTTP', () => {
  let site: TestApp
  let now = afterDays(0)
  let publicKeys: { kid: string; publicKey: string }[]
  beforeAll(async () => {
    site = await createTestApp(
      { DATA_DIR: 'test-results/data-trial', SITE_URL: 'https://www.example.com' },
      { change: (ctx) => ({ ...ctx, clock: () => now }) },
    )
    await site.ctx.database.db.deleteFrom('trials').execute()
    publicKeys = (await request(site.app).get(apiRoutes.licenceKeys)).body.keys
  })
  afterAll(() => site.ctx.close())
  const ask = (body: object) => request(site.app).post(apiRoutes.trial).send(body)
  const askByFile = (body: object) =>
    request(site.app).post(apiRoutes.offlineActivation).type('text/plain').send(requestFile(body))

  test('is 201 with a signed file, then 200 with the same end, then 403 with the shop', async () => {
    now = afterDays(0)
    const first = await ask({ machine, appVersion: '2.3.0', nonce: 'n1' })
    expect([first.status, first.headers['cache-control']]).toEqual([201, 'no-store'])
    const { trial, file } = trialAnswerSchema.strict().parse(first.body)
    const { startedAt, expiresAt } = trial
    const signed = { trial: { startedAt, expiresAt }, machine: { id: machine.id }, nonce: 'n1' }
    expect(readSigned('trial', file)).toMatchObject({ ...signed, issuedAt: now.toISOString() })
    expect(() => readSigned('licence', file)).toThrow('forged')

    now = afterDays(13)
    const again = await ask({ machine })
    expect([again.status, again.body.trial]).toEqual([200, trial])

    now = afterDays(14)
    const ended = await ask({ machine })
    expect(problemSchema.parse(ended.body)).toMatchObject({ status: 403, code: 'trial_ended' })
    expect(ended.body.shopUrl).toBe('https://www.example.com/shop')
  })

  test('comes by request file too, as a download, as JSON and from the page’s form', async () => {
    now = afterDays(0)
    const body = { plan: 'trial', machine: { id: 'offline-machine' }, nonce: 'n2' }
    const download = await askByFile(body)
    expect(download.headers['content-disposition']).toMatch(/^attachment; filename=[a-z0-9-]+\.licence$/)
    const content = { machine: { id: 'offline-machine' }, nonce: 'n2' }
    expect(readSigned('trial', download.text)).toMatchObject(content)
    const json = await askByFile(body).set('Accept', 'application/json')
    expect([json.status, json.body.created]).toEqual([200, false])
    const form = await request(site.app)
      .post(routes.activation)
      .attach('request', Buffer.from(requestFile(body)), 'a.request')
    expect(readSigned('trial', form.text)).toMatchObject(content)
    now = afterDays(15)
    expect((await askByFile(body)).body.code).toBe('trial_ended')
  })

  test('needs a machine, and no key may ride along in a request file', async () => {
    const nameless = await ask({ machine: { id: 'short' } })
    expect([nameless.status, nameless.body.errors[0].pointer]).toEqual([422, '/machine/id'])
    expect((await ask({})).body.errors).toMatchObject([{ pointer: '/machine' }])
    const both = await askByFile({ plan: 'trial', licenceKey: 'PRMT', machine })
    expect(both.body.code).toBe('licence_key_malformed')
    expect((await request(site.app).get(apiRoutes.trial)).status).toBe(405)
  })

  test('is asked for sixty times an hour by one client, online and by file together', async () => {
    const { activation } = site.ctx.rateLimits
    const limited = await createTestApp(
      { DATA_DIR: 'test-results/data-trial-limit', RATE_LIMIT_FACTOR: '0.05' },
      // At this factor the limit of all activation requests would act first.
      { change: (ctx) => ({ ...ctx, rateLimits: { ...ctx.rateLimits, activation } }) },
    )
    await limited.ctx.database.db.deleteFrom('trials').execute()
    const machines = [1, 2, 3, 4].map((index) => ({ machine: { id: `machine-${index}` } }))
    const online = () => request(limited.app).post(apiRoutes.trial).send(machines[0])
    const byFile = () =>
      request(limited.app)
        .post(apiRoutes.offlineActivation)
        .type('text/plain')
        .send(requestFile({ plan: 'trial', ...machines[1] }))
    expect([(await online()).status, (await byFile()).status, (await online()).status]).toEqual([
      201, 200, 200,
    ])
    for (const refused of [await online(), await byFile()]) {
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    await limited.ctx.close()
  })

  function readSigned(kind: string, text: string): unknown {
    const encoded = text.split('\n').slice(1, -2).join('')
    const { enc, sig, kid } = JSON.parse(atob(encoded))
    const { publicKey = '' } = publicKeys.find((key) => key.kid === kid) ?? {}
    const genuine = verify(null, Buffer.from(`${kind}/${enc}`), publicKey, Buffer.from(sig, 'base64'))
    if (!genuine) throw new Error('forged')
    return JSON.parse(atob(enc))
  }
})

function requestFile(content: object): string {
  const encoded = Buffer.from(JSON.stringify(content)).toString('base64')
  return `-----BEGIN ACTIVATION REQUEST-----\n${encoded}\n-----END ACTIVATION REQUEST-----\n`
}

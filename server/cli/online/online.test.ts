import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { createTestApp } from '../../testing/support/test-app.ts'
import { doctorToken } from '../../web/health/doctor-token.ts'
import { judgeConnections } from './ask-database.ts'
import { askMailServer, askRecaptcha, askStripe, judgeClock } from './ask-services.ts'
import { askSite } from './ask-site.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const now = new Date()

describe('a mail server', () => {
  async function found(options: SMTPServerOptions, login = 'me:right@', query = ''): Promise<string[]> {
    const server = new SMTPServer({
      onAuth: ({ password }, _session, done) =>
        done(password === 'right' ? null : new Error('Wrong password'), { user: 'me' }),
      ...options,
    })
    server.on('error', () => {})
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    stops.push(() => new Promise<void>((done) => server.close(done)))
    const { port } = server.server.address() as AddressInfo
    const smtpUrl = `smtp://${login}127.0.0.1:${port}${query}`
    return (await askMailServer({ smtpUrl })).map((each) => `${each.grade}: ${each.found}`)
  }
  const trusting = '?tls.rejectUnauthorized=false'

  test('that logs us in and encrypts is fine, and each fault is a finding', async () => {
    expect(await found({}, 'me:right@', trusting)).toEqual([])
    expect(await found({}, 'me:wrong@', trusting)).toEqual([
      expect.stringMatching(/^hurts: .*takes no mail: .*Wrong password/),
    ])
    expect(await found({})).toEqual([expect.stringMatching(/takes no mail: .*certificate/)])
    const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
    expect(await found(plain)).toEqual([expect.stringMatching(/no STARTTLS, so the password and each mail/)])
    expect(await found({ ...plain, authOptional: true }, '')).toEqual([])
    expect(await askMailServer({ smtpUrl: 'smtp://127.0.0.1:1' })).toMatchObject([
      { found: expect.stringContaining('ECONNREFUSED') },
    ])
  })
})

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => new Promise((done) => server.close(done)))
  return (server.address() as AddressInfo).port
}

const pem = (name: string) => readFileSync(join('server/testing/support/tls', name), 'utf8')
/** For `localhost`. */
const tls = { cert: pem('server.crt'), key: pem('server.key') }

function trustIt(): void {
  const own = getCACertificates()
  setDefaultCACertificates([...own, tls.cert])
  stops.push(() => setDefaultCACertificates(own))
}

describe('Stripe', () => {
  const siteUrl = 'https://www.example.com'
  const hook = {
    url: `${siteUrl}/api/webhooks/stripe`,
    status: 'enabled',
    livemode: true,
    enabled_events: ['*'],
  }
  async function found({ status = 200, account = {}, hooks = [hook] as object[], key = 'sk_live_1' }) {
    const apiUrl = await serve((req, res) => {
      res.writeHead(status, { 'Content-Type': 'application/json' })
      res.end(
        JSON.stringify(
          req.url?.includes('webhook') ? { data: hooks } : { charges_enabled: true, ...account },
        ),
      )
    })
    const stripe = { secretKey: key, webhookSecrets: [], apiUrl }
    const { findings } = await askStripe({ stripe, siteUrl })
    return findings.map((each) => `${each.grade}: ${each.found}`)
  }

  test('that is set up is fine, and each fault is a finding', async () => {
    expect(await found({})).toEqual([])
    expect(await found({ status: 401 })).toEqual(['stops: Stripe doesn’t know the key (401)'])
    expect(await found({ account: { charges_enabled: false } })).toEqual([
      'stops: the account may not take payments yet',
    ])
    expect(await found({ hooks: [] })).toEqual([`hurts: none has the address ${hook.url}`])
    expect(await found({ hooks: [{ ...hook, status: 'disabled' }] })).toEqual(['hurts: it is disabled'])
    expect(await found({ key: 'sk_test_1' })).toEqual(['hurts: it is of live mode, and the key isn’t'])
    expect(await found({ hooks: [{ ...hook, enabled_events: ['charge.refunded'] }] })).toEqual([
      'hurts: it isn’t sent checkout.session.completed, charge.dispute.created',
    ])
    const gone = { secretKey: 'sk_live_1', webhookSecrets: [], apiUrl: 'http://127.0.0.1:1' }
    expect((await askStripe({ stripe: gone, siteUrl })).findings).toMatchObject([{ grade: 'stops' }])
  })
})

test('reCAPTCHA’s secret key is known, and of version 2', async () => {
  const found = async (answer: object) => {
    const baseUrl = await serve((_req, res) => void res.end(JSON.stringify(answer)))
    const findings = await askRecaptcha({ recaptcha: { siteKey: 'own', secretKey: 'own', baseUrl } })
    return findings.map((each) => each.found)
  }
  expect(await found({ success: false, 'error-codes': ['invalid-input-response'] })).toEqual([])
  expect(await found({ success: false, 'error-codes': ['invalid-input-secret'] })).toEqual([
    'Google doesn’t know the secret key',
  ])
  expect(await found({ success: false, score: 0.1 })).toEqual(['the keys are of version 3'])
})

test('a clock and too many connections are findings', () => {
  const at = (seconds: number) =>
    judgeClock(new Date(now.getTime() - seconds * 1000).toUTCString(), now).map(({ grade }) => grade)
  expect([at(5), at(-100), at(400)]).toEqual([[], ['hurts'], ['stops']])
  const needs = (webConcurrency: number) =>
    judgeConnections(97, { databasePoolMax: 10, webConcurrency }).length
  expect([needs(4), needs(5)]).toEqual([0, 1])
})

test('a public address that loops, fails or isn’t there is a finding, and so is its certificate', async () => {
  const found = async (siteUrl: string) =>
    (await askSite({ siteUrl, trustProxy: 1 }, null, now)).map((each) => `${each.where}: ${each.found}`)
  let loop = ''
  loop = await serve((_req, res) => void res.writeHead(308, { Location: `${loop}/` }).end())
  expect(await found(loop)).toEqual([`SITE_URL: ${loop}/ redirects to itself`])
  const broken = await serve((_req, res) => void res.writeHead(502).end())
  expect(await found(broken)).toEqual([`SITE_URL: ${broken}/ answers 502`])
  expect(await found('http://127.0.0.1:1')).toEqual([expect.stringContaining('can’t be opened')])
  const untrusted = await listen(createTlsServer(tls, (_req, res) => void res.end()))
  expect(await found(`https://localhost:${untrusted}`)).toEqual([
    expect.stringContaining('certificate: browsers refuse it'),
  ])
})

test('a certificate that ends soon, no HTTP/2 and no HSTS are findings', async () => {
  trustIt()
  const found = async (port: number, at = now) => {
    const findings = await askSite({ siteUrl: `https://localhost:${port}`, trustProxy: 1 }, null, at)
    return findings.map((each) => `${each.grade}: ${each.where}: ${each.found}`)
  }
  const hsts = { 'Strict-Transport-Security': 'max-age=31536000' }
  const modern = await listen(
    createSecureServer({ ...tls, allowHTTP1: true }, (_req, res) => void res.writeHead(200, hsts).end()),
  )
  expect(await found(modern)).toEqual([])
  const tenDaysBefore = new Date('2126-10-19T19:19:35Z')
  expect(await found(modern, tenDaysBefore)).toEqual(['hurts: certificate: its last day is 2126-10-29'])
  const old = await listen(createTlsServer(tls, (_req, res) => void res.end()))
  expect(await found(old)).toEqual([
    'tidy: SITE_URL: no HTTP/2',
    'tidy: SITE_URL: its answers have no Strict-Transport-Security',
  ])
})

describeOnEitherEngine('TRUST_PROXY', ({ create }) => {
  test('is checked by an address that nobody has, which only the site’s own doctor may ask for', async () => {
    const { environment } = await create()
    for (const [trust, forwarded, expected] of [
      ['1', undefined, []],
      ['2', undefined, []],
      [
        '1',
        (given: string) => given,
        ['1 trusts addresses that visitors make up, which evades each rate limit'],
      ],
    ] as const) {
      const { app, ctx } = await createTestApp({ ...environment, TRUST_PROXY: trust })
      const siteUrl = await serve((req, res) => {
        const given = String(req.headers['x-forwarded-for'] ?? '')
        req.headers['x-forwarded-for'] = forwarded?.(given) ?? '203.0.113.9'
        app(req, res)
      })
      const config = { ...readConfig({ ...environment }), siteUrl, trustProxy: ctx.config.trustProxy }
      const findings = await askSite(config, await doctorToken(ctx), now)
      expect(findings.map((each) => each.found)).toEqual(expected)
      const stranger = await askSite(config, 'guessed', now)
      expect(stranger.map((each) => each.found)).toEqual(['a site with another database answers there'])
      await ctx.close()
    }
  })

  test('that leaves a proxy out makes one visitor of all', async () => {
    const { environment } = await create()
    trustIt()
    for (const [trust, expected] of [
      ['0', ['0 trusts too few, so all visitors count as 127.0.0.1, and share one rate limit']],
      ['1', []],
    ] as const) {
      const { app, ctx } = await createTestApp({ ...environment, TRUST_PROXY: trust })
      const behind = await serve(app)
      const proxy = createTlsServer(tls, async (req, res) => {
        const forwarded = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' }
        const headers = { ...(req.headers as Record<string, string>), ...forwarded }
        const answer = await fetch(behind + req.url, { headers, redirect: 'manual' })
        res.writeHead(answer.status).end(await answer.text())
      })
      const siteUrl = `https://localhost:${await listen(proxy)}`
      const config = { ...readConfig({ ...environment }), siteUrl, trustProxy: ctx.config.trustProxy }
      const findings = await askSite(config, await doctorToken(ctx), now)
      expect(findings.filter(({ where }) => where === 'TRUST_PROXY').map((each) => each.found)).toEqual(
        expected,
      )
      await ctx.close()
    }
  })
})

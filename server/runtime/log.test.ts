import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import request from 'supertest'
import { expect, test } from 'vitest'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { readConfig } from '../config.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { seedLicence } from '../testing/support/licensing.ts'
import { useShops } from '../testing/support/shop.ts'
import { createLineLog, createTestApp } from '../testing/support/test-app.ts'
import { AppError } from '../web/http/errors.ts'
import { createLog } from './log.ts'

const key = createLicenceKey('PRMT', randomBytes(keyRandomness))
const token = `ot_${randomBytes(32).toString('base64url')}`

test('secrets are recognised by their form and redacted anywhere in a line', () => {
  const { log, logged } = createLineLog()
  log.error(
    { err: new Error(`Cannot read ${key}`), path: `/x?token=${token}`, deep: { deeper: [key] } },
    `of ${key}`,
  )
  log.info(
    { url: 'postgres://site:hunter2@db/site' },
    'smtp://mailer:hunter2@mail.example:587 and sk_live_abc123, whsec_abc123',
  )
  const text = JSON.stringify(logged)
  for (const secret of [key, token, 'hunter2', 'sk_live_abc123', 'whsec_abc123'])
    expect(text).not.toContain(secret)
  expect(text).toContain(`…-${key.slice(-4)}`)
})

test.runIf(existsSync('/dev/full'))('a full disk of the log ends nothing', async () => {
  const code = `
    import { setTimeout } from 'node:timers/promises'
    import { createLog } from './server/runtime/log.ts'
    const log = createLog({ logLevel: 'info' })
    for (const line of ['first', 'second', 'third']) {
      log.info(line)
      log.info(line)
      await setTimeout(1)
    }
    log.info('last but one')
    log.fatal('last')
    process.exit()`
  // Every write to this device fails for lack of room.
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'inherit'] as const
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: [...stdio] })
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each(['/licence/renew/', '/x/y/'])(
  'a path below %s loses tokens and keys, also without hyphens',
  (folder) => {
    const compact = key.replaceAll('-', '')
    const deskToken = `desk_${randomBytes(32).toString('base64url')}`
    const { log, logged } = createLineLog()
    for (const secret of [compact, compact.toLowerCase(), key.replace('-', ''), deskToken, token])
      log.info({ method: 'GET', path: folder + secret }, 'request')
    const paths = logged.map(({ path }) => path)
    const hint = `${folder}…-${key.slice(-4)}`
    expect(paths).toEqual([
      hint,
      hint.toLowerCase(),
      hint,
      `${folder}desk_[redacted]`,
      `${folder}ot_[redacted]`,
    ])
  },
)

test('a path loses the address of whom a page of the desk is about', async () => {
  const { app, ctx, logged } = await createTestApp()
  await request(app).get(deskRoutes.customer('ann@example.com'))
  await request(app).post('/api/desk/staff/ann@example.com/end')
  await ctx.close()
  const paths = logged.filter(({ msg }) => msg === 'request').map(({ path }) => path)
  expect(paths).toEqual(['/desk/customers/[redacted]', '/api/desk/staff/[redacted]/end'])
})

test('a refused configuration keeps its examples in the log', () => {
  const { log, logged } = createLineLog()
  const refuse = () => readConfig({ DATABASE_URL: 'mysql://a', SMTP_URL: 'x' })
  expect(refuse).toThrow()
  try {
    refuse()
  } catch (error) {
    log.fatal((error as Error).message)
  }
  expect(logged[0]?.msg).toContain('postgres://host:port/database, with user:password@')
  expect(logged[0]?.msg).not.toContain('redacted')
})

test('data in a library’s error is left out: a body, or the row that violated a constraint of PostgreSQL', () => {
  const { log, logged } = createLineLog()
  const carried = {
    body: 'a visitor’s words',
    detail: 'Failing row contains (a visitor’s words)',
    where: 'a visitor’s words',
  }
  log.error({ err: Object.assign(new Error('broken'), { code: '23502', ...carried }) })
  log.error({
    err: new AppError(503, 'temporarily_unavailable', 'y', { cause: Object.assign(new Error('z'), carried) }),
  })
  expect(JSON.stringify(logged)).not.toContain('a visitor’s words')
  expect(logged[0]).toMatchObject({ level: 'error', err: { message: 'broken', code: '23502' } })
})

describeOnBothEngines('at the finest level, the log of checkout, activation and contact', (databases) => {
  const openShop = useShops(databases)

  test('names no key, token, person or message, in success and in failure', async () => {
    const shop = await openShop()
    const { app, ctx, logged } = shop
    const sentinel = (name: string) => `sentinel-${name}-${randomBytes(6).toString('hex')}`
    const person = { name: sentinel('name'), email: `${sentinel('email')}@example.com` }
    const [companyName, message, verification] = ['company', 'message', 'verification'].map(sentinel)
    const secrets = [person.name, person.email, companyName, message, verification] as string[]

    const placed = await shop.placeCardOrder({
      customer: { ...person, companyName, country: 'AU' },
      verification,
    } as never)
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await shop.sendEvent('checkout.session.completed', placed.order.id).expect(200)
    await ctx.background.settled()
    const { body: order } = await shop.orderOf(placed).expect(200)
    const bought = order.lines[0].licences[0].key
    const { key: seeded } = await seedLicence(ctx)
    secrets.push(placed.accessToken, placed.accessToken.slice(3), bought, seeded, 'sk_test_1', 'whsec_test')

    const machineId = sentinel('machine')
    const nonce = sentinel('nonce')
    secrets.push(nonce)
    const activation = { machine: { id: machineId }, appVersion: '2.3.0', nonce }
    const contact = { ...person, topic: 'sales', message: `${message} and more`, verification }
    const visits = () => [
      request(app)
        .post(apiRoutes.activation)
        .send({ licenceKey: bought, ...activation }),
      request(app)
        .post(apiRoutes.activation)
        .send({ licenceKey: key, ...activation }),
      request(app).post(apiRoutes.validation).send({ licenceKey: seeded, machineId, nonce }),
      request(app).post(apiRoutes.licenceLookUp).send({ licenceKey: seeded }),
      request(app).post(apiRoutes.contact).send(contact),
      request(app)
        .post(routes.contact)
        .type('form')
        .send({ ...contact, message: 'short' }),
      request(app).post(apiRoutes.contact).type('json').send(`{"message":"${message}"`),
      request(app).get(apiRoutes.order(placed.order.id)).query({ token: placed.accessToken }),
      request(app).get(routes.completed).query({ order: placed.order.id, token: placed.accessToken }),
      request(app).get('/nowhere').query({ token: placed.accessToken }),
      request(app).get('/%E0%A4%A').query({ token: placed.accessToken }),
      shop.orderOf(placed),
      shop.checkOut({ customer: { ...person, country: 'AU' }, verification } as never),
    ]
    const before = await Promise.all(visits())
    expect(before.map(({ status }) => status)).toContain(201)

    shop.stripe.mood = 'garbage'
    await Promise.all(visits())
    // Every write fails from here on.
    for (const table of ['messages', 'activations', 'order_lines', 'idempotency_keys']) {
      await ctx.database.db.schema.alterTable(table).renameTo(`lost_${table}`).execute()
    }
    const after = await Promise.all(visits())
    expect(after.filter(({ status }) => status >= 500).length).toBeGreaterThan(3)

    const lines = JSON.stringify(logged)
    expect(logged.some(({ level }) => level === 'error')).toBe(true)
    for (const secret of secrets) expect(lines).not.toContain(secret)
  })
})

test('at a terminal a line is words, with the stack of an error below and secrets left out', () => {
  const written: string[] = []
  const log = createLog({ logLevel: 'info', logFormat: 'text' }, { write: (line) => void written.push(line) })
  log.info({ path: '/shop', status: 200 }, 'request')
  log.error({ err: new Error(`Cannot read ${key}`) }, 'broken')
  expect(written[0]).toMatch(/^\d\d:\d\d:\d\dZ request path=\/shop status=200\n$/)
  expect(written[1]).toMatch(/^\d\d:\d\d:\d\dZ error broken\nError: Cannot read …-\w{4}\n {4}at /)
})

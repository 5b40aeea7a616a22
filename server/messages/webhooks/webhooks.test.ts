import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterEach, expect, test, vi } from 'vitest'
import type { Webhook } from '#shared/orders/webhooks.ts'
import { readConfig } from '../../config.ts'
import { findForDesk } from '../../desk/overview/findings.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { useShops } from '../../testing/support/shop.ts'
import { sharedLibrary } from '../../testing/support/test-app.ts'
import { deliverWebhook, send, startWebhooks } from './deliver.ts'
import { post } from './post.ts'
import { isPrivateAddress } from './private-addresses.ts'
import { webhookQueue } from './queue.ts'
import { endRemoved, findUndelivered, isSafeReceiver, nameOfReceiver } from './receivers.ts'
import { pausesMs, readRetryAfter } from './retry-delay.ts'
import { webhookHeaders } from './sign.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const message = (url: string) => ({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"test": 1}' })

test('a message is signed as Standard Webhooks’ test vector says', () => {
  const headers = webhookHeaders([secret], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  })
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('several secrets sign side by side, the newest first', () => {
  const message = { id: 'msg_1', at: new Date(1_614_265_330_000), body: '{}' }
  const older = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const of = (...secrets: string[]) => webhookHeaders(secrets, message)['webhook-signature']
  expect(of(secret, older)).toBe(`${of(secret)} ${of(older)}`)
  expect(of(secret)).not.toBe(of(older))
})

test.each([
  [null, 0],
  ['120', 120_000],
  ['Sun, 22 Nov 2026 03:10:00 GMT', 600_000],
  ['Sun, 22 Nov 2026 02:00:00 GMT', 0],
  ['9999999', 86_400_000],
  ['soon', 0],
  ['-5', 0],
])('the header Retry-After %s asks for %i milliseconds', (header, ms) => {
  expect(readRetryAfter(header, new Date('2026-11-22T03:00:00Z'))).toBe(ms)
})

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  '2001:2::1',
  '2001:20::1',
  '3fff:fff::1',
  '168.63.129.16',
])('%s is a private address', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['8.8.8.8', '168.63.129.17', '172.32.0.1', '1.1.1.1', '2606:4700:4700::1111', '2001:4860::8888'])(
  '%s is none',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

test.each([
  'http://127.0.0.1:9/',
  'http://[::1]:9/',
  'http://2130706433:9/',
  'http://0x7f.1:9/',
  'http://localhost:9/',
])('%s is refused before anything is sent', async (url) => {
  await expect(post(message(url), { allowPrivate: false })).rejects.toThrow('is a private address')
})

test.each([
  ['https://hook.example/', true],
  ['http://localhost:3000/hook', true],
  ['http://127.0.0.1:3000/', true],
  ['http://[::1]/', true],
  ['http://10.1.2.3/', true],
  ['http://erp:8080/', true],
  ['http://hooks.internal/', true],
  ['http://hook.example/', false],
  ['http://8.8.8.8/', false],
  ['http://localhost.example/', false],
])('%s may receive webhooks: %s', (url, isSafe) => {
  expect(isSafeReceiver(url)).toBe(isSafe)
})

test('a host is looked up once, and refused where any of its addresses is private', async () => {
  const asked: string[] = []
  const resolve = ((hostname: string, _options: unknown, done: (error: null, found: object[]) => void) => {
    asked.push(hostname)
    done(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  }) as never
  await expect(post(message('http://hook.example/'), { allowPrivate: false, resolve })).rejects.toThrow(
    'hook.example (127.0.0.1) is a private address',
  )
  expect(asked).toEqual(['hook.example'])
})

test('a redirect is an answer like any other: nobody follows it', async () => {
  let followed = false
  const inside = await receiver((_req, res) => {
    followed = true
    res.end()
  })
  const url = await receiver((_req, res) => res.writeHead(307, { location: inside }).end())
  const config = { ...readConfig({}), webhookSecrets: [secret], webhooksAllowPrivate: true }
  const failure = await send({ config, clock: () => new Date() }, { id: 'msg_1', url, payload: '{}' })
  expect(failure?.reason).toBe('answered 307, a redirect, which isn’t followed')
  expect(followed).toBe(false)
})

test('a receiver that never answers is left, and one that answers without end isn’t read', async () => {
  const silent = await receiver(() => {})
  await expect(post(message(silent), { allowPrivate: true, timeoutMs: 50 })).rejects.toThrow(
    'no answer within 0.05 seconds',
  )
  let written = 0
  const endless = await receiver((_req, res) => {
    const chunk = Buffer.alloc(1 << 20)
    const write = () => {
      while (!res.destroyed && written < 2 ** 31) {
        written += chunk.length
        if (!res.write(chunk)) return void res.once('drain', write)
      }
    }
    write()
  })
  expect(await post(message(endless), { allowPrivate: true })).toMatchObject({ status: 200 })
  expect(written).toBeLessThan(2 ** 27)
})

test('pauses add up to three days, and a little', () => {
  const days = pausesMs.reduce((sum, pause) => sum + pause, 0) / (24 * 60 * 60 * 1000)
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(3.5)
})

describeOnEitherEngine('outgoing webhooks', (databases) => {
  const openShop = useShops(databases)

  async function open(events: Webhook['events'], listener: RequestListener) {
    let now = new Date('2026-11-22T03:00:00Z')
    const url = await receiver(listener)
    const library = await sharedLibrary()
    const site = { ...library.typed.site, webhooks: [{ url, events }] }
    const typed = { ...library.typed, site }
    const shop = await openShop({ clock: () => now, library: { ...library, typed } })
    Object.assign(shop.ctx.config, { webhookSecrets: [secret], webhooksAllowPrivate: true })
    return {
      shop,
      url,
      later: (ms: number) => {
        now = new Date(now.getTime() + ms)
      },
    }
  }

  test('tell of an order and its licences once each, signed, and with no whole key', onBoth, async () => {
    const heard: { headers: NodeJS.Dict<string | string[]>; body: string }[] = []
    const { shop, url } = await open(['order.paid', 'licence.issued', 'order.refunded'], (req, res) => {
      let body = ''
      req.on('data', (chunk) => {
        body += chunk
      })
      req.on('end', () => {
        heard.push({ headers: req.headers, body })
        res.end()
      })
    })
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await Promise.all([settle(shop.ctx, placed.order.id), settle(shop.ctx, placed.order.id)])
    await settle(shop.ctx, placed.order.id)
    while (await deliverWebhook(shop.ctx, url));
    expect(heard.map(({ body }) => JSON.parse(body).type).toSorted()).toEqual([
      'licence.issued',
      'licence.issued',
      'order.paid',
    ])
    for (const { headers, body } of heard) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      expect(headers).toMatchObject(webhookHeaders([secret], { id: String(headers['webhook-id']), at, body }))
      expect(body).not.toMatch(/PRMT-\w{5}-\w{5}/)
    }
    const { text } = await supertest(shop.app).get('/pricing').expect(200)
    expect(text).not.toContain(url)
  })

  test('are tried for three days, then given up with a word to the owner, and sent when retried', async () => {
    let status = 500
    const { shop, url, later } = await open(['order.paid'], (_req, res) => res.writeHead(status).end())
    const { db } = shop.ctx.database
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    for (const pause of pausesMs) {
      expect(await deliverWebhook(shop.ctx, url)).toBe(true)
      expect(await deliverWebhook(shop.ctx, url)).toBe(false)
      expect(await webhookQueue.list(db, { status: 'retried', limit: 5 })).toHaveLength(1)
      expect(await findForDesk(shop.ctx)).toContainEqual(
        expect.objectContaining({ found: `1 to ${nameOfReceiver(url)} not taken yet (answered 500)` }),
      )
      later(1.25 * pause)
    }
    await deliverWebhook(shop.ctx, url)
    const [dead] = await webhookQueue.list(db, { limit: 5 })
    expect(dead).toMatchObject({ status: 'dead', attempts: 10, last_error: 'answered 500', url })
    const mails = await readMails(shop.ctx)
    expect(mails.find(({ subject }) => subject.includes('webhook'))?.text).toContain(
      `webhooks retry ${dead?.id}`,
    )
    expect(await findForDesk(shop.ctx)).toContainEqual(
      expect.objectContaining({ found: `1 to ${nameOfReceiver(url)} given up (answered 500)` }),
    )
    status = 200
    expect(await webhookQueue.retry(db, 'dead', { who: 'command line', ...momentOf(shop.ctx) })).toEqual([
      dead?.id,
    ])
    expect(await deliverWebhook(shop.ctx, url)).toBe(true)
    expect(await webhookQueue.list(db, { status: 'sent', limit: 5 })).toHaveLength(1)
  })

  test('are tried again five seconds after a slow receiver’s refusal, not after the attempt’s beginning', async () => {
    const takesMs = 12_000
    const { shop, url, later } = await open(['order.paid'], (_req, res) => {
      later(takesMs)
      res.writeHead(503).end()
    })
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    expect(await deliverWebhook(shop.ctx, url)).toBe(true)
    const [refused] = await webhookQueue.list(shop.ctx.database.db, { limit: 5 })
    expect(refused).toMatchObject({ lease: null, leased_until: null, last_error: 'answered 503' })
    const answeredAt = shop.ctx.clock().getTime()
    const wait = Date.parse(refused?.next_attempt_at ?? '') - answeredAt
    expect(wait).toBeGreaterThanOrEqual(5000)
    expect(wait).toBeLessThanOrEqual(6250)
    later(4999)
    expect(await deliverWebhook(shop.ctx, url)).toBe(false)
    later(1251)
    expect(await deliverWebhook(shop.ctx, url)).toBe(true)
  })

  test('are given up at once where the receiver is gone for good', async () => {
    const { shop, url } = await open(['order.paid'], (_req, res) => res.writeHead(410).end())
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    await deliverWebhook(shop.ctx, url)
    expect(await webhookQueue.list(shop.ctx.database.db, { status: 'dead', limit: 5 })).toHaveLength(1)
  })

  test('end with a receiver that answers 410, until site.yml names it again', async () => {
    let status = 410
    let asked = 0
    const { shop, url, later } = await open(['order.paid'], (_req, res) => {
      asked += 1
      res.writeHead(status).end()
    })
    const { db } = shop.ctx.database
    const buy = async () => {
      const placed = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
      later(1000)
    }
    await buy()
    await buy()
    while (await deliverWebhook(shop.ctx, url));
    await buy()
    while (await deliverWebhook(shop.ctx, url));
    expect(asked).toBe(1)
    expect(await webhookQueue.list(db, { limit: 5 })).toMatchObject([{ status: 'dead' }, { status: 'dead' }])
    expect(await findForDesk(shop.ctx)).toContainEqual(
      expect.objectContaining({ found: `${nameOfReceiver(url)} answered 410, so it’s told nothing more` }),
    )
    expect((await readMails(shop.ctx)).map(({ subject }) => subject)).toContain(
      `${nameOfReceiver(url)} wants no more webhooks`,
    )

    const named = shop.ctx.library.typed.site
    await endRemoved(db, named, shop.ctx.clock())
    await buy()
    expect(await deliverWebhook(shop.ctx, url)).toBe(false)
    await endRemoved(db, { ...named, webhooks: [] }, shop.ctx.clock())
    status = 200
    await buy()
    expect(await deliverWebhook(shop.ctx, url)).toBe(true)
    expect(asked).toBe(2)
  })

  test('wait as long as their receiver asks', async () => {
    const { shop, url, later } = await open(['order.paid'], (_req, res) =>
      res.writeHead(429, { 'Retry-After': '3600' }).end(),
    )
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    expect(await deliverWebhook(shop.ctx, url)).toBe(true)
    later(3_599_000)
    expect(await deliverWebhook(shop.ctx, url)).toBe(false)
    later(1000)
    expect(await deliverWebhook(shop.ctx, url)).toBe(true)
  })

  test('of an event that their receiver no longer lists aren’t sent from the queue', async () => {
    const heard: unknown[] = []
    const { shop, url, later } = await open(['order.paid', 'licence.issued'], (req, res) => {
      heard.push(req.headers['webhook-id'])
      res.end()
    })
    const { db } = shop.ctx.database
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const { site } = shop.ctx.library.typed
    Object.assign(site.webhooks[0] as Webhook, { events: ['order.paid'] })
    while (await deliverWebhook(shop.ctx, url));
    expect(heard).toHaveLength(1)
    later(2 * 60 * 60_000)
    await endRemoved(db, site, shop.ctx.clock())
    const dead = await webhookQueue.list(db, { status: 'dead', limit: 5 })
    expect(dead.map(({ type }) => type)).toEqual(['licence.issued', 'licence.issued'])
  })

  test('that are given up in one outage of their receiver send the owner one mail, and in the next another', async () => {
    let status = 500
    const { shop, url, later } = await open(['order.paid'], (_req, res) => res.writeHead(status).end())
    const order = async () => {
      const placed = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
      if (status === 500)
        await shop.ctx.database.db
          .updateTable('webhook_deliveries')
          .set({ attempts: pausesMs.length })
          .where('status', '=', 'queued')
          .execute()
      await deliverWebhook(shop.ctx, url)
      later(1000)
    }
    const mails = async () =>
      (await readMails(shop.ctx)).filter(({ subject }) => subject.includes('webhook')).length
    await order()
    await order()
    expect(await mails()).toBe(1)
    status = 200
    await order()
    status = 500
    await order()
    await order()
    expect(await webhookQueue.list(shop.ctx.database.db, { status: 'dead', limit: 9 })).toHaveLength(4)
    expect(await mails()).toBe(1)
  })

  test('go to each receiver once, whoever of eight workers sends them', onBoth, async () => {
    let count = 0
    const { shop, url } = await open(['order.paid'], (_req, res) => {
      count += 1
      res.end()
    })
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    await Promise.all(Array.from({ length: 8 }, () => deliverWebhook(shop.ctx, url)))
    expect(count).toBe(1)
  })

  test('end for a receiver that was removed, and are sent to it no more', async () => {
    let count = 0
    const { shop, url, later } = await open(['order.paid'], (_req, res) => {
      count += 1
      res.writeHead(500).end()
    })
    const { db } = shop.ctx.database
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    await deliverWebhook(shop.ctx, url)
    later(2 * 60 * 60_000)
    const kept = shop.ctx.library.typed.site
    await endRemoved(db, kept, shop.ctx.clock())
    expect(await webhookQueue.list(db, { status: 'queued', limit: 5 })).toHaveLength(1)

    const other = { ...kept, webhooks: [{ url: 'https://other.example/', events: ['order.paid' as const] }] }
    await endRemoved(db, other, shop.ctx.clock())
    expect(await webhookQueue.list(db, { limit: 5 })).toMatchObject([
      { status: 'dead', last_error: 'not in site.yml any more' },
    ])
    expect(await findUndelivered(db, other, { dead: '', retried: '' })).toEqual([])
    expect(await deliverWebhook(shop.ctx, url)).toBe(false)
    expect(count).toBe(1)
  })

  test('reach the others while one receiver never answers', onBoth, async () => {
    const silent = await receiver(() => {})
    const heard: unknown[] = []
    const { shop, url } = await open(['order.paid', 'licence.issued'], (req, res) => {
      heard.push(req.headers['webhook-id'])
      res.end()
    })
    const { site } = shop.ctx.library.typed
    site.webhooks.unshift({ url: silent, events: ['order.paid', 'licence.issued'] })
    for (let count = 0; count < 3; count += 1) {
      const placed = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
    }
    const worker = startWebhooks(shop.ctx)
    const started = () =>
      shop.ctx.database.db
        .selectFrom('webhook_deliveries')
        .select('url')
        .where('attempts', '>', 0)
        .where('status', '=', 'queued')
        .execute()
    await vi.waitFor(async () => {
      expect(heard).toHaveLength(9)
      // A receiver hears of a delivery before its answer is recorded.
      expect(await started()).toEqual([{ url: silent }])
    }, 60_000)
    expect(url).not.toBe(silent)
    for (const close of closing.splice(0)) close()
    await worker.stop()
  })
})

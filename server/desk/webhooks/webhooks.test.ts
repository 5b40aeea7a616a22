import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { WebhookList } from '#shared/desk/webhook-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { enqueueWebhook, webhookQueue } from '../../messages/webhooks/queue.ts'
import { endReceiver } from '../../messages/webhooks/receivers.ts'
import { momentOf } from '../../runtime/moment.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, type DeskClient, deskAs, libraryWithStaff } from '../../testing/support/desk.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

const webhooks = [
  { url: 'https://hook.example/orders?secret=1', events: ['order.paid' as const] },
  { url: 'https://other.example/', events: ['order.refunded' as const] },
]

describeOnBothEngines('webhooks at the desk', (databases) => {
  const openShop = useShops(databases)

  /** One message is given up, one waits after a try, and one was sent. */
  async function open() {
    let now = new Date('2026-11-22T03:00:00Z')
    const shop = await openShop({ library: await libraryWithStaff({ webhooks }), clock: () => now })
    const { db } = shop.ctx.database
    const ends = [
      { status: 'dead', last_error: 'answered 500' },
      { next_attempt_at: '2026-11-23T03:00:00.000Z', last_error: 'answered 503' },
      { status: 'sent', sent_at: '2026-11-22T03:02:00.000Z' },
    ] as const
    for (const [index, end] of ends.entries()) {
      const event = { type: 'order.paid', dedupeKey: `paid:${index}`, data: {} } as const
      await enqueueWebhook(db, event, { site: { webhooks }, ...momentOf(shop.ctx) })
      const leased = await webhookQueue.lease(db, momentOf(shop.ctx))
      if (leased) await webhookQueue.settle(db, leased, end)
      now = new Date(now.getTime() + 60_000)
    }
    return { shop, desk: await deskAs(shop, 'support') }
  }

  const list = async (desk: DeskClient, query = '') =>
    (await desk.get(deskApiRoutes.webhooks + query).expect(200)).body as WebhookList

  const retry = (desk: DeskClient, id: string) => desk.post(`${deskApiRoutes.webhooks}/${id}/retry`)

  const audited = async ({ ctx }: TestShop) =>
    ctx.database.db
      .selectFrom('audit_entries')
      .select(['who', 'act', 'subject'])
      .where('act', '=', 'webhook.retried')
      .execute()

  test('are listed newest first with their receivers, as the command line lists them, without secrets', async () => {
    const { shop, desk } = await open()
    const all = await list(desk)
    const { text: csv } = await desk.get(`${deskApiRoutes.webhooksCsv}?status=dead`).expect(200)
    expect(csv.trim().split('\r\n').slice(1)).toEqual([
      'order.paid,hook.example/orders,2026-11-22 14:00,dead,,1,answered 500',
    ])
    expect(all).toMatchObject({
      receivers: [
        {
          receiver: 'hook.example/orders',
          events: ['order.paid'],
          queued: 1,
          dead: 1,
          sentAt: '2026-11-22T03:02:00.000Z',
        },
        { receiver: 'other.example', queued: 0, dead: 0, sentAt: null },
      ],
      webhooks: [
        { status: 'sent', attempts: 1, nextAttemptAt: null },
        {
          status: 'queued',
          attempts: 1,
          nextAttemptAt: '2026-11-23T03:00:00.000Z',
          lastError: 'answered 503',
        },
        { type: 'order.paid', status: 'dead', attempts: 1, nextAttemptAt: null, lastError: 'answered 500' },
      ],
      next: null,
    })
    expect(JSON.stringify(all)).not.toContain('secret')
    const told = await runAdmin(shop.environment, 'webhooks', 'list', '--json')
    const ids = (found: { id: string }[]) => found.map(({ id }) => id)
    expect(JSON.parse(told.stdout)).toEqual(all.webhooks)
    expect((await runAdmin(shop.environment, 'webhooks', 'list')).stdout).not.toContain('secret')

    const first = await list(desk, '?limit=2')
    const second = await list(desk, `?limit=2&after=${first.next}`)
    expect([...ids(first.webhooks), ...ids(second.webhooks)]).toEqual(ids(all.webhooks))
    for (const status of ['dead', 'retried', 'sent'])
      expect((await list(desk, `?status=${status}`)).webhooks).toHaveLength(1)
  })

  test('that wait or were given up are due at once when tried again, and that stands in the audit', async () => {
    const { shop, desk } = await open()
    const [sent, waiting, dead] = (await list(desk)).webhooks.map(({ id }) => id)
    for (const id of [dead, waiting].map(String)) {
      expect((await retry(desk, id).expect(200)).body).toEqual({ retried: [id] })
    }
    expect((await list(desk, '?status=queued')).webhooks).toMatchObject([
      { attempts: 0, nextAttemptAt: '2026-11-22T03:03:00.000Z' },
      { attempts: 0, nextAttemptAt: '2026-11-22T03:03:00.000Z' },
    ])
    for (const id of [String(sent), 'msg_none', 'a%20b'])
      expect((await retry(desk, id).expect(404)).body.code).toBe('webhook_not_found')
    expect(await audited(shop)).toEqual(
      expect.arrayContaining(
        [dead, waiting].map((subject) => ({ who: 'robin@example.com', act: 'webhook.retried', subject })),
      ),
    )
  })

  test('that a receiver wants no more aren’t said to be on their way', async () => {
    const { shop, desk } = await open()
    const { db } = shop.ctx.database
    await db.transaction().execute((trx) => endReceiver(trx, String(webhooks[0]?.url), shop.ctx.clock()))
    const [dead] = (await list(desk, '?status=dead')).webhooks
    expect((await retry(desk, String(dead?.id)).expect(404)).body.detail).toContain('wants no more')
    expect((await retry(desk, 'dead').expect(200)).body).toEqual({ retried: [] })
    const told = await runAdmin(shop.environment, 'webhooks', 'retry', String(dead?.id))
    expect(told).toMatchObject({ status: 1, stderr: expect.stringContaining('not wanted any more') })
    const page = supertest(shop.app).get(deskRoutes.webhooks)
    const { text } = await page.set('Cookie', await cookieOf(shop, 'owner')).expect(200)
    expect(text).toContain('Answered 410, so it’s told nothing more')
    expect(text).not.toContain('Try all given up again')
  })

  test('that were given up are tried again together, by a form', async () => {
    const { shop, desk } = await open()
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const page = () => supertest(shop.app).get(deskRoutes.webhooks).set(headers).expect(200)
    expect((await page()).text).toContain('1 try: answered 500')
    const form = () =>
      supertest(shop.app).post(deskRoutes.webhookAct('dead', 'retry')).type('form').set(headers)
    const { headers: answer } = await form().expect(303)
    expect(answer.location).toBe(`${deskRoutes.webhooks}?done=retry#done`)
    expect((await list(desk, '?status=dead')).webhooks).toEqual([])
    expect((await page()).text).not.toContain('Try all given up again')
    expect(await audited(shop)).toHaveLength(1)
    await form().expect(303)
  })
})

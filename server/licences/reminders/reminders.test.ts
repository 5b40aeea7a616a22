import supertest from 'supertest'
import { expect, test, vi } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { changeBody, newKey, useShops } from '../../testing/support/shop.ts'
import { createHourlyReminder, remind } from './remind.ts'

// Eight days after version 2.3.0, and 74 after the version before it.
const now = new Date('2026-11-22T02:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000).toISOString()
const clock = () => now

describeOnEitherEngine('reminders', (databases) => {
  const openShop = useShops(databases)

  type Licence = Partial<Pick<LicenceRow, 'email' | 'sku' | 'status'>> & { until: string }

  async function setup(...licences: Licence[]) {
    const shop = await openShop({ clock })
    const seeded = []
    for (const { until, ...licence } of licences) {
      seeded.push(await seedLicence(shop.ctx, { updates_until: until, ...licence }))
    }
    return { ...shop, seeded }
  }

  async function mailed({ database: { db } }: AppContext) {
    const rows = await db
      .selectFrom('mails')
      .select(['kind', 'recipient', 'params'])
      .where('kind', '=', 'licence_reminder')
      .execute()
    return rows.map(({ params, recipient }) => [JSON.parse(params).kind, recipient])
  }

  /** Tokens from the first reminder's links. */
  async function remindAndOpen(ctx: AppContext) {
    await remind(ctx)
    const [mail] = await readMails(ctx)
    const tokenAfter = (start: string) => mail?.text.split(start)[1]?.split(/\s/)[0] ?? ''
    return { renew: tokenAfter('#t='), stop: tokenAfter('?token=') }
  }

  async function moveTo({ database: { db } }: AppContext, email: string) {
    await db.updateTable('licences').set({ email }).execute()
  }

  test('go to who has 30 days left or less, once, whoever reminds', onBoth, async () => {
    const shop = await setup(
      { until: inDays(30), email: 'soon@example.com' },
      { until: inDays(32), email: 'later@example.com' },
      { until: inDays(5), email: 'suspended@example.com', status: 'suspended' },
      { until: inDays(5), email: 'revoked@example.com', status: 'revoked' },
      { until: inDays(5), email: 'no-renewal@example.com', sku: 'retired' },
    )
    const other = await shop.another()
    const counts = await Promise.all([remind(shop.ctx), remind(other.ctx)])
    expect(counts.toSorted()).toEqual([0, 1])
    await remind(shop.ctx)
    expect(await mailed(shop.ctx)).toEqual([['ending', 'soon@example.com']])
  })

  test('go again for the next period, after a renewal', async () => {
    const shop = await setup({ until: inDays(10) })
    await remind(shop.ctx)
    await shop.ctx.database.db
      .updateTable('licences')
      .set({ updates_until: inDays(20) })
      .execute()
    await remind(shop.ctx)
    expect(await mailed(shop.ctx)).toHaveLength(2)
  })

  test('go to who misses the newest release and covered all before it', async () => {
    const shop = await setup(
      { until: '2026-11-13T12:59:59.999Z', email: 'missed@example.com' },
      { until: '2026-11-14T12:59:59.999Z', email: 'covered@example.com' },
      { until: '2026-09-01T13:59:59.999Z', email: 'missed-earlier@example.com' },
      { until: '2026-09-02T13:59:59.999Z', email: 'first-miss@example.com' },
    )
    await remind(shop.ctx)
    expect((await mailed(shop.ctx)).toSorted()).toEqual([
      ['release', 'first-miss@example.com'],
      ['release', 'missed@example.com'],
    ])
  })

  test('come in batches, to each of many licences, and let others be served in between', onBoth, async () => {
    const licences = Array.from({ length: 53 }, (_, index) => ({
      until: inDays(7),
      email: `o${index}@example.com`,
    }))
    const shop = await setup(...licences)
    const turns = countTurns()
    expect(await remind(shop.ctx)).toBe(53)
    expect(turns.end()).toBeGreaterThanOrEqual(53)
    const { db, reader } = shop.ctx.database
    const reading = vi.spyOn(db, 'selectFrom')
    expect(await remind(shop.ctx)).toBe(0)
    // SQLite would read on the visitors' thread.
    if (db !== reader) expect(reading).not.toHaveBeenCalled()
  })

  test('are looked for once an hour', async () => {
    let time = now
    const shop = await setup({ until: inDays(10) })
    const remindHourly = createHourlyReminder({ ...shop.ctx, clock: () => time })
    await remindHourly()
    await shop.ctx.database.db.deleteFrom('mails').execute()
    await remindHourly()
    expect(await mailed(shop.ctx)).toHaveLength(0)
    time = new Date(now.getTime() + 60 * 60 * 1000)
    await remindHourly()
    expect(await mailed(shop.ctx)).toHaveLength(1)
  })

  test('can be turned off, each kind by itself', async () => {
    const shop = await setup({ until: inDays(10) }, { until: '2026-11-01T00:00:00.000Z' })
    const { typed } = shop.ctx.library
    const withReminders = (reminders: typeof typed.site.reminders) =>
      remind({
        ...shop.ctx,
        library: {
          typed: { site: { ...typed.site, reminders }, pricing: typed.pricing, releases: typed.releases },
        },
      })
    expect(await withReminders({ beforeDays: false, newRelease: false })).toBe(0)
    expect(await withReminders({ beforeDays: 9, newRelease: false })).toBe(0)
    expect(await withReminders({ beforeDays: false, newRelease: true })).toBe(1)
    expect(await withReminders({ beforeDays: 10, newRelease: false })).toBe(1)
  })

  test('say nothing of a licence that was renewed since', async () => {
    const shop = await setup({ until: inDays(10) })
    await remind(shop.ctx)
    await shop.ctx.database.db
      .updateTable('licences')
      .set({ updates_until: inDays(375) })
      .execute()
    expect(await readMails(shop.ctx)).toEqual([])
  })

  test('open the renewal for their recipient alone, so not once the licence has moved', async () => {
    const shop = await setup({ until: inDays(10), email: 'Seller@example.com' })
    const { renew, stop } = await remindAndOpen(shop.ctx)
    const quote = (token: string) =>
      supertest(shop.app).post(apiRoutes.licenceQuote).send({ licence: { token } })
    const { body } = await quote(renew).expect(200)
    expect(body.licence.licensedTo.name).toBe('Ada')
    await quote(stop).expect(404)
    await moveTo(shop.ctx, 'buyer@example.com')
    for (const path of [apiRoutes.licenceQuote, apiRoutes.checkout]) {
      const refused = await supertest(shop.app)
        .post(path)
        .set('Idempotency-Key', newKey())
        .send(changeBody({ licence: { token: renew } }))
        .expect(404)
      expect(refused.body.code).toBe('licence_not_found')
      expect(refused.text).not.toContain('Ada')
    }
    await supertest(shop.app).post(`${routes.unsubscribe}?token=${stop}`).expect(200)
    const stopped = await shop.ctx.database.db.selectFrom('reminder_opt_outs').select('email').execute()
    expect(stopped).toEqual([{ email: 'seller@example.com' }])
    await moveTo(shop.ctx, 'seller@example.com')
    await quote(renew).expect(200)
  })

  test('aren’t sent to a former owner when the licence moves while they wait', async () => {
    const shop = await setup({ until: inDays(10) })
    await remind(shop.ctx)
    await moveTo(shop.ctx, 'buyer@example.com')
    expect(await readMails(shop.ctx)).toEqual([])
  })

  test('stop with one click for the address in any case, and a wrong link stops nothing', async () => {
    const shop = await setup(
      { until: inDays(10), email: 'Ada@Example.com' },
      { until: inDays(9), email: 'ada@example.com' },
    )
    const { stop: token } = await remindAndOpen(shop.ctx)
    const stop = (t: string) =>
      supertest(shop.app)
        .post(`${routes.unsubscribe}?token=${t}`)
        .type('form')
        .send('List-Unsubscribe=One-Click')
    await stop(`${token.slice(0, -1)}x`).expect(422)
    expect(await shop.ctx.database.db.selectFrom('reminder_opt_outs').selectAll().execute()).toEqual([])
    expect((await stop(token).expect(200)).text).toContain('Stopped.')
    await stop(token).expect(200)
    await shop.ctx.database.db.deleteFrom('mails').execute()
    expect(await remind(shop.ctx)).toBe(0)
  })

  test('aren’t stopped by looking at the link, as mail scanners do', async () => {
    const shop = await setup({ until: inDays(10) })
    const { text } = await supertest(shop.app).get(`${routes.unsubscribe}?token=x`).expect(200)
    expect(text).toContain('Stop the reminders')
    expect(await shop.ctx.database.db.selectFrom('reminder_opt_outs').selectAll().execute()).toEqual([])
  })
})

/** Counts how often others are served. */
function countTurns(): { end(): number } {
  let [turns, isOver] = [0, false]
  const count = () => {
    if (isOver) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  return {
    end() {
      isOver = true
      return turns
    },
  }
}

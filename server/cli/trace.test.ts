import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { useShops } from '../testing/support/shop.ts'

describeOnBothEngines('trace', (databases) => {
  const openShop = useShops(databases)

  test('tells an order’s story from database and logs, by its number, its buyer or a request', async () => {
    const shop = await openShop()
    const placed = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    shop.stripe.mood = 'down'
    await shop.checkOut().expect(503)
    const lines = shop.logged.filter(({ msg }) => msg === 'request' || msg === 'request failed')
    const { number, id } = placed.order
    expect(lines[0]).toMatchObject({ path: '/api/checkout', status: 201, order: number, orderId: id })
    // A payment that failed names its order, in the error and in the request.
    expect(lines.slice(1)).toMatchObject([
      { level: 'error', order: expect.stringMatching(/^\d{4}-\d{6}$/) },
      { status: 503, order: expect.stringMatching(/^\d{4}-\d{6}$/) },
    ])

    const { requestId } = lines[0] as { requestId: string }
    const folder = mkdtempSync(join(tmpdir(), 'logs-'))
    const [site, nginx] = ['site.log', 'nginx.log'].map((name) => join(folder, name)) as [string, string]
    writeFileSync(site, shop.logged.map((line) => JSON.stringify(line)).join('\n'))
    const asked = '0123456789abcdef0123456789abcdef'
    writeFileSync(
      nginx,
      `192.0.2.1 [2026-01-01T00:00:00+00:00] "POST /api/checkout" 201 0.1 ${asked} "Browser"\n`,
    )
    const trace = async (...args: string[]) => (await runAdmin(shop.environment, 'trace', ...args)).stdout

    const story = await trace(number, '--log', site)
    expect(story).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d AE[DS]T {2}/)
    for (const part of [`${number}: The customer ordered`, 'Invoice and how to pay', `request=${requestId}`])
      expect(story).toContain(part)
    expect(await trace(requestId, '--log', site)).toContain(`${number}: The customer ordered`)
    expect(await trace('ada@example.com')).toContain(number)
    expect(await trace(asked, '--log', site, '--log', nginx)).toContain('POST /api/checkout')
    const unknown = await runAdmin(shop.environment, 'trace', '2020-000001')
    expect([unknown.status, unknown.stdout]).toEqual([1, expect.stringContaining('Name a log too')])
  })
})

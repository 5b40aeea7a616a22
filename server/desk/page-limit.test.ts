import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { deskOptions } from '../testing/support/desk.ts'
import { createTestApp } from '../testing/support/test-app.ts'
import { ratePolicies } from '../web/middleware/rate-limit.ts'

test('pages of the desk count in its limit', async () => {
  const site = await createTestApp({ RATE_LIMIT_FACTOR: '1' }, await deskOptions())
  try {
    const get = async () =>
      (await supertest(site.app).get(deskRoutes.sent)).headers.ratelimit?.match(/r=(\d+)/)?.[1]
    const [first, second] = [await get(), await get()]
    expect(Number(first)).toBeLessThan(ratePolicies.desk.quota)
    expect(Number(second)).toBe(Number(first) - 1)
  } finally {
    await site.ctx.close()
  }
})

import request from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp } from '../../testing/support/test-app.ts'

test.each([
  ['0', apiRoutes.pricing, 1],
  ['0', routes.home, 1],
  ['1', apiRoutes.pricing, 0],
])('with TRUST_PROXY=%s several X-Forwarded-For to %s make %i warning', async (trust, path, times) => {
  const { app, ctx, logged } = await createTestApp({ TRUST_PROXY: trust })
  const warnings = () => logged.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))
  await request(app).get(path)
  expect(warnings()).toHaveLength(0)
  for (const ip of ['203.0.113.1', '203.0.113.2']) {
    await request(app).get(path).set('X-Forwarded-For', ip)
  }
  expect(warnings()).toHaveLength(times)
  expect(JSON.stringify(warnings())).not.toContain('203.0.113')
  await ctx.close()
})

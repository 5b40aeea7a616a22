import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { operationRoutes, routes } from '#shared/routes/routes.ts'
import { createTestApp } from '../../testing/support/test-app.ts'

const METRICS_TOKEN = 'a-token-of-metrics'
const article = routes.helpArticle('lost-or-leaked-key')

test('an article that was clear is counted by its page, and nothing else is', async () => {
  const { app, ctx } = await createTestApp({ METRICS_TOKEN })
  const say = (path: unknown) => supertest(app).post(apiRoutes.helpClear).send({ path })
  for (let time = 0; time < 2; time++) await say(article).expect(204, '')
  for (const path of ['/help/none', routes.pricing, routes.help, `${article}?x`]) await say(path).expect(404)
  for (const path of [undefined, 1, 'x'.repeat(201)]) await say(path).expect(422)
  const { text } = await supertest(app)
    .get(operationRoutes.metrics)
    .set('Authorization', `Bearer ${METRICS_TOKEN}`)
  expect(text.match(/^site_help_clear_total\{.*$/gm)).toEqual([`site_help_clear_total{page="${article}"} 2`])
  await ctx.close()
})

test('without metrics it is taken all the same', async () => {
  const { app, ctx } = await createTestApp()
  await supertest(app).post(apiRoutes.helpClear).send({ path: article }).expect(204)
  await ctx.close()
})

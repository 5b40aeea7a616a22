import supertest from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { deskOptions } from '../../testing/support/desk.ts'
import { spyOnRouters } from '../../testing/support/served-routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

let site: TestApp
let forms: string[]
beforeAll(async () => {
  const spies = spyOnRouters()
  site = await createTestApp({}, await deskOptions())
  const posts = spies.listRoutes().filter((route) => route.startsWith(`post ${deskRoutes.home}/`))
  forms = posts.map((route) => route.replace('post ', ''))
})
afterAll(() => site.ctx.close())

/** Nobody can be signed in yet. */
const isPublic = (form: string) => [deskRoutes.signIn, deskRoutes.open].some((path) => path === form)

test('the desk’s forms are found', () => {
  expect(forms).toEqual(
    expect.arrayContaining([deskRoutes.codes, deskRoutes.statement, '/desk/orders/:id/:act']),
  )
  expect(forms.filter(isPublic)).toHaveLength(2)
})

test('a form of the desk leads who isn’t signed in to the sign-in, and reads nothing of theirs', async () => {
  const body = 'x'.repeat(2 * maxBodyBytes)
  for (const form of forms.filter((each) => !isPublic(each))) {
    for (const Cookie of ['', 'desk=none']) {
      const path = form.replaceAll(/:\w+/g, 'none')
      const sent = supertest(site.app).post(path).set({ Cookie }).type('form').send(body)
      const { status, headers } = await sent
      expect([form, status, headers.location]).toEqual([form, 303, expect.stringMatching(/^\/desk\/sign-in/)])
    }
  }
})

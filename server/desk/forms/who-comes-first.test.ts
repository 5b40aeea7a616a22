import supertest from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { cookieOf, deskOptions } from '../../testing/support/desk.ts'
import { spyOnRouters } from '../../testing/support/served-routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { allowLongBody } from '../../web/http/body-timeout.ts'
import { deskEndpoints } from '../api.ts'

vi.mock(import('../../web/http/body-timeout.ts'), { spy: true })

let site: TestApp
let forms: string[]
beforeAll(async () => {
  const spies = spyOnRouters()
  site = await createTestApp({ DATA_DIR: 'test-results/data-who-comes-first' }, await deskOptions())
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

test('a file may take its time once its sender’s right is checked, and nothing else may', async () => {
  const uploads = deskEndpoints.filter(({ isMounted }) => isMounted).map(({ path }) => path)
  const addresses = uploads.flatMap((path) => [path, path.replace('/api', '')])
  const [owner, support] = [await cookieOf(site, 'owner'), await cookieOf(site, 'support')]
  const slow: string[] = []
  for (const address of [...addresses, deskRoutes.codes]) {
    for (const [who, Cookie] of Object.entries({ owner, support, stranger: '' })) {
      vi.mocked(allowLongBody).mockClear()
      await supertest(site.app).post(address).set({ Cookie, Origin: site.ctx.config.siteUrl }).send('x')
      if (vi.mocked(allowLongBody).mock.calls.length > 0) slow.push(`${who} ${address}`)
    }
  }
  expect(slow.toSorted()).toEqual(addresses.map((address) => `owner ${address}`).toSorted())
})

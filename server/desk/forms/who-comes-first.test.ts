import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { cookieOf, deskOptions } from '../../testing/support/desk.ts'
import { spyOnRouters } from '../../testing/support/served-routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { limitBodyTime } from '../../web/http/body-timeout.ts'
import { deskEndpoints } from '../api.ts'

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

test('a file may take its time once its sender’s right is checked', async () => {
  const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  const server = createServer(limitBodyTime(site.app, 12_345)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  /** Sends half of a body, and waits for the answer. */
  async function isFree(path: string, Cookie: string) {
    const headers = { Cookie, Origin: site.ctx.config.siteUrl, 'Content-Length': 2 }
    const asking = request({ port, method: 'POST', path, headers })
    asking.write('x')
    await once(asking, 'response')
    const deadline = set.mock.results[set.mock.calls.findLastIndex(([, ms]) => ms === 12_345)]?.value
    const isCleared = cleared.mock.calls.some(([timer]) => timer === deadline)
    asking.on('error', () => {}).destroy()
    return isCleared
  }

  const uploads = deskEndpoints.filter(({ isMounted }) => isMounted).map(({ path }) => path)
  expect(uploads.length).toBeGreaterThan(1)
  const [owner, support] = [await cookieOf(site, 'owner'), await cookieOf(site, 'support')]
  for (const path of uploads.flatMap((each) => [each, each.replace('/api', '')])) {
    const free = [await isFree(path, owner), await isFree(path, support), await isFree(path, '')]
    expect([path, ...free]).toEqual([path, true, false, false])
  }
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

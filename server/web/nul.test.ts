import { afterEach, expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { someOf } from '#shared/testing/properties.ts'
import { describeOnPostgres } from '../testing/support/databases.ts'
import { seedLicence } from '../testing/support/licensing.ts'
import { listForms, listJsonBodies, listQueries } from '../testing/support/read-bodies.ts'
import { replaceMembers } from '../testing/support/replace-members.ts'
import { openSignedInSite, type SignedInSite } from '../testing/support/signed-in-site.ts'

// PostgreSQL rejects text with NUL, and SQLite takes it.
const nul = 'a\0b'

describeOnPostgres('a NUL', ({ create }) => {
  let site: SignedInSite
  afterEach(() => site.close())

  async function open() {
    site = await openSignedInSite((await create()).environment)
    return seedLicence(site.ctx)
  }

  test('fails in no member of a body', { timeout: 60_000 }, async () => {
    const { key: licenceKey } = await open()
    for (const read of listJsonBodies()) {
      const body = 'licenceKey' in read.body ? { ...read.body, licenceKey } : read.body
      const changed = replaceMembers(body, nul).map((each) => JSON.stringify(each.body))
      for (const sent of changed) await requireAnswer(site.send(read, sent), `${read.path} ${sent}`)
    }
    const json = 'application/json'
    const seat = JSON.stringify({ licenceKey, activationId: nul })
    const refused = await site.send({ path: apiRoutes.deactivation, type: json }, seat)
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/activationId' }] } })
  })

  test('fails in no field, query or address', { timeout: 60_000 }, async () => {
    await open()
    for (const read of listForms()) {
      for (const { body } of someOf(replaceMembers(read.body, nul))) {
        const sent = new URLSearchParams(body as Record<string, string>).toString()
        await requireAnswer(site.send(read, sent), `${read.path} ${sent}`)
      }
    }
    for (const { path, member } of listQueries())
      await requireAnswer(site.get(`${path}?${member}=a%00b`), `${path}?${member}`)
    const posts = site.posts.filter((path) => path.startsWith(deskApiRoutes.home) && path.includes(':'))
    for (const path of posts) {
      const address = path.replaceAll(/:\w+/g, 'a%00b')
      await requireAnswer(site.send({ path: address, type: 'application/json' }, '{"name":"x"}'), address)
    }
  })

  async function requireAnswer(asked: PromiseLike<{ status: number }>, name: string): Promise<void> {
    expect((await asked).status, name).toBeLessThan(500)
  }
})

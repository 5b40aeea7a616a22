import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { afterEach, expect, test } from 'vitest'
import type { DeskRelease, ReleaseList } from '#shared/desk/release-answers.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { takeUpOffers } from '../../licences/releases/offers.ts'
import { contentWithStaff } from '../../testing/support/content-with-staff.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, staff } from '../../testing/support/desk.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

describeOnEitherEngine('the room of releases', ({ create }) => {
  const sites: TestApp[] = []
  const dirs: string[] = []
  afterEach(async () => {
    for (const { ctx } of sites.splice(0)) await ctx.close()
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true })
  })

  /** Two processes of one site. */
  async function openSites() {
    const { environment } = await create()
    const dir = contentWithStaff(mkdtempSync(join(tmpdir(), 'site-')), staff)
    dirs.push(dir)
    const open = async () => {
      const site = await createTestApp({ ...environment, CONTENT_DIR: dir })
      sites.push(site)
      return site
    }
    const [site, other] = [await open(), await open()]
    const desk = await deskAs(site, 'owner')
    const list = async () =>
      ((await desk.get(deskApiRoutes.releases).expect(200)).body as ReleaseList).releases
    const [newest] = (await list()) as [DeskRelease, ...DeskRelease[]]
    const act = (what: string, body: object) =>
      desk.post(`${deskApiRoutes.release(newest.version)}/${what}`, body)
    const offered = async ({ app }: TestApp) =>
      (await supertest(app).get(apiRoutes.releases)).body.releases[0].version
    const whatsNew = async ({ app }: TestApp) => (await supertest(app).get(routes.whatsNew).expect(200)).text
    return { dir, site, other, desk, list, newest, act, offered, whatsNew }
  }

  test('rolls a version out by a press, in every process, until its file says another share', async () => {
    const { dir, site, other, desk, list, newest, act, offered } = await openSites()
    expect(await offered(other)).toBe(newest.version)
    for (const percent of [-1, 101, 2.5, '25']) await act('rollout', { percent }).expect(422)
    const { body } = await act('rollout', { percent: 25 }).expect(200)
    expect(body).toMatchObject({ rollout: 25, changedBy: 'alex@example.com' })
    for (const process of [site, other]) {
      await takeUpOffers(process.ctx)
      expect(await offered(process)).not.toBe(newest.version)
    }
    expect((await list())[0]).toMatchObject({ version: newest.version, rollout: 25 })
    // A process opened later starts with the same offers.
    const { entries } = (await desk.get(deskApiRoutes.audit)).body
    expect(entries[0]).toMatchObject({
      act: 'release.rolled_out',
      subject: newest.version,
      before: { rollout: 100 },
      after: { rollout: 25 },
    })
    const file = join(dir, 'releases', `${newest.version}.yml`)
    writeFileSync(file, `${readFileSync(file, 'utf8')}rollout: 50\n`)
    ;(await other.ctx.library.prepare()).apply()
    expect(other.ctx.library.typed.releases[0]).toMatchObject({ version: newest.version, rollout: 50 })
  })

  test('refuses a share of whoever saw an older one, and names who was quicker', onBoth, async () => {
    const { desk, list, newest, act } = await openSites()
    const { revision } = newest
    const answers = await Promise.all([10, 20].map((percent) => act('rollout', { percent, revision })))
    const [quicker, later] = answers.toSorted((a, b) => a.status - b.status)
    expect([quicker?.status, later?.status]).toEqual([200, 409])
    const current = (await list())[0]
    expect(later?.body).toMatchObject({
      code: 'changed_meanwhile',
      act: 'release.rolled_out',
      who: 'alex@example.com',
      revision: current?.revision,
    })
    await act('rollout', { percent: current?.rollout, revision }).expect(200)
    await act('rollout', { percent: 30, revision }).expect(409)
    await act('rollout', { percent: 30, revision: current?.revision }).expect(200)
    const { entries } = (await desk.get(deskApiRoutes.audit)).body
    expect(entries.filter(({ act }: { act: string }) => act === 'release.rolled_out')).toHaveLength(2)
  })

  test('withdraws a version once it was typed, for good, and its page says so', onBoth, async () => {
    const { site, other, newest, act, offered, whatsNew } = await openSites()
    const { body } = await act('withdraw', {}).expect(422)
    expect(body).toMatchObject({ code: 'confirmation_required', preview: { version: newest.version } })
    const [withdrawn, rolledOut] = await Promise.all([
      act('withdraw', { confirm: newest.version }),
      act('rollout', { percent: 5 }),
    ])
    expect(withdrawn.status).toBe(200)
    expect([200, 409]).toContain(rolledOut.status)
    await act('withdraw', { confirm: newest.version }).expect(200)
    expect((await act('rollout', { percent: 5 }).expect(409)).body.code).toBe('release_withdrawn')
    const before = await whatsNew(other)
    for (const process of [site, other]) {
      await takeUpOffers(process.ctx)
      expect(await offered(process)).not.toBe(newest.version)
    }
    expect(await whatsNew(other)).not.toBe(before)
    const third = await createTestApp({
      CONTENT_DIR: other.ctx.config.contentDir,
      DATA_DIR: other.ctx.config.dataDir,
      ...(other.ctx.config.databaseUrl && { DATABASE_URL: other.ctx.config.databaseUrl }),
    })
    sites.push(third)
    expect(third.ctx.library.typed.releases[0]).toMatchObject({ version: newest.version, withdrawn: true })
  })

  test('has pages, and forms that do what the API does', async () => {
    const { site, newest, act } = await openSites()
    const headers = { Cookie: await cookieOf(site, 'owner'), Origin: site.ctx.config.siteUrl }
    const page = async (path: string) => (await supertest(site.app).get(path).set(headers).expect(200)).text
    const post = (path: string, fields: object = {}) =>
      supertest(site.app).post(path).set(headers).type('form').send(fields)
    expect(await page(deskRoutes.releases)).toContain(deskRoutes.release(newest.version))
    await post(deskRoutes.releaseAct(newest.version, 'rollout'), { percent: '101' }).expect(422)
    await post(deskRoutes.releaseAct(newest.version, 'rollout'), { percent: '30' })
      .expect(303)
      .expect('location', `${deskRoutes.release(newest.version)}?done=rollout#done`)
    expect(await page(deskRoutes.release(newest.version))).toContain('To 30%')
    const form = deskRoutes.releaseAct(newest.version, 'withdraw')
    await post(form).expect(303)
    expect(await page(form)).toContain(`Type the version, ${newest.version}`)
    await post(form, { confirm: newest.version }).expect(303)
    const { body } = await act('rollout', { percent: 5 }).expect(409)
    expect(body.code).toBe('release_withdrawn')
  })
})

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { createMailLink } from '../../people/sign-in/mail-links.ts'
import { answerCommands } from '../../runtime/control/answer-commands.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { deskOptions, libraryWithStaff } from '../../testing/support/desk.ts'
import { readMails, tokenIn } from '../../testing/support/mailbox.ts'
import { useShops } from '../../testing/support/shop.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { createToken, listTokens } from './tokens.ts'

/** @returns a folder of content whose desk this owner may open */
function contentWithStaff(email: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', dir, { recursive: true })
  const file = join(dir, 'site.yml')
  const staff = `staff: [{ email: ${email}, role: owner }]`
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n${staff}\n`)
  return dir
}

const minute = 60_000
const alex = 'alex@example.com'
const eight = Array.from({ length: 8 }, (_, index) => index)

describeOnEitherEngine('the way into the desk', (databases) => {
  const openShop = useShops(databases)

  const ask = ({ app }: TestApp, email: string) => supertest(app).post(deskApiRoutes.link).send({ email })
  const open = ({ app }: TestApp, token: string) =>
    supertest(app).post(deskRoutes.open).type('form').send({ token })
  const me = ({ app }: TestApp, cookie: string) => supertest(app).get(deskApiRoutes.me).set('Cookie', cookie)

  async function linkFor(shop: TestApp, email = alex): Promise<string> {
    await ask(shop, email).expect(202, {})
    const [mail] = await readMails(shop.ctx)
    if (!mail) throw new Error(`no link for ${email}`)
    expect(mail.to).toBe(email)
    return tokenIn(mail)
  }

  async function cookieOf(shop: TestApp, token: string): Promise<string> {
    const opened = await open(shop, token).expect(303).expect('location', deskRoutes.home)
    return opened.get('set-cookie')?.[0]?.split(';')[0] ?? ''
  }

  test('is no way at all without staff', async () => {
    const shop = await openShop()
    const { token } = await createToken(shop.ctx.database.db, { email: alex, who: 'test' }, moment(shop))
    for (const path of [deskApiRoutes.me, deskApiRoutes.orders, deskApiRoutes.audit, '/api/desk/none']) {
      const answer = await supertest(shop.app).get(path).set('Authorization', `Bearer ${token}`)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
    await ask(shop, alex).expect(404)
    await open(shop, 'x').expect(404)
    expect(await readMails(shop.ctx)).toEqual([])
  })

  test('answers the same for every address, and mails staff alone', async () => {
    const shop = await openShop(await deskOptions())
    const [staff, stranger] = [await ask(shop, 'ALEX@example.com'), await ask(shop, 'ada@example.com')]
    const steady = ({ headers }: { headers: Record<string, string> }) =>
      Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name))
    expect([staff.status, staff.text]).toEqual([202, '{}'])
    expect([stranger.status, stranger.text]).toEqual([staff.status, staff.text])
    expect(steady(stranger)).toEqual(steady(staff))
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[alex, 'Your link to the desk']])
    // A stranger's request leaves no trace.
    expect(await shop.ctx.database.db.selectFrom('mails').select('id').execute()).toHaveLength(1)
  })

  test('opens the page that was wanted before the sign-in, and no page of others', async () => {
    const shop = await openShop(await deskOptions())
    const wanted = `${deskRoutes.order('2026-000001')}?done=note&b=%22`
    const page = supertest(shop.app).get(wanted)
    const { headers } = await page.expect(302).expect('location', deskRoutes.signInFor(wanted))
    const { text } = await supertest(shop.app).get(String(headers.location)).expect(200)
    expect(text).toContain(`name="to" value="${wanted.replace('&', '&amp;')}"`)
    const signIn = (to: string) =>
      supertest(shop.app).post(deskRoutes.signIn).type('form').send({ email: alex, to })
    await signIn(wanted).expect(303)
    const [mail] = await readMails(shop.ctx)
    if (!mail) throw new Error('no link')
    await open(shop, tokenIn(mail)).expect(303).expect('location', wanted)

    for (const to of ['https://evil.example/desk/', '//evil.example/desk/', '/desk.evil', '/desk/\r\nX: 1']) {
      await signIn(to).expect(422)
      const hostile = await supertest(shop.app).get(`${deskRoutes.signIn}?to=${encodeURIComponent(to)}`)
      if (!to.startsWith('/desk/')) expect(hostile.text).not.toContain('name="to"')
    }
    expect(await readMails(shop.ctx)).toEqual([])
  })

  test('takes a link once, though eight come at once to two processes', onBoth, async () => {
    const shop = await openShop(await deskOptions())
    const other = await shop.another()
    const token = await linkFor(shop)
    const answers = await Promise.all(eight.map((index) => open(index % 2 ? other : shop, token)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(
      answers.filter(({ status, text }) => status === 410 && text.includes('This link no longer opens')),
    ).toHaveLength(7)
    expect(JSON.stringify(shop.logged)).not.toContain(token)
  })

  test('takes no link after 15 minutes, and none of another purpose', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const token = await linkFor(shop)
    const licences = { purpose: 'licences', email: alex, validMs: 60 * minute }
    const foreign = await createMailLink(shop.ctx.database.db, licences, moment(shop))
    await open(shop, foreign.token).expect(410)
    await supertest(shop.app).post(routes.licencesOpen).type('form').send({ token }).expect(410)
    clock.now += 15 * minute
    await open(shop, token).expect(410)
    for (const wrong of ['', 'x', '\u0000', 'x'.repeat(9000)]) await open(shop, wrong).expect(410)
  })

  test('keeps a session for 12 hours, unless nobody uses it for 30 minutes', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const use = (cookie: string) => supertest(shop.app).get(deskApiRoutes.sessions).set('Cookie', cookie)
    const cookie = await cookieOf(shop, await linkFor(shop))
    expect((await me(shop, cookie).expect(200)).body).toMatchObject({ email: alex, role: 'owner' })
    for (let used = 29; used < 12 * 60; used += 29) {
      clock.now += 29 * minute
      await use(cookie).expect(200)
    }
    clock.now += 29 * minute
    await use(cookie).expect(401)

    const idle = await cookieOf(shop, await linkFor(shop))
    clock.now += 30 * minute
    await use(idle).expect(200)
    clock.now += 30 * minute + 1
    expect((await me(shop, idle).expect(401)).body.code).toBe('sign_in_required')
    await me(shop, 'desk=').expect(401)
    await supertest(shop.app).get(deskApiRoutes.me).expect(401).expect('WWW-Authenticate', 'Bearer')
  })

  test('ends a session in every process: by signing out, a newer link, and site.yml', onBoth, async () => {
    const shop = await openShop(await deskOptions())
    const other = await shop.another()
    const first = await cookieOf(shop, await linkFor(shop))
    const second = await cookieOf(other, await linkFor(shop))
    await me(shop, first).expect(401)
    await me(shop, second).expect(200)
    const out = await supertest(shop.app).post(deskApiRoutes.signOut).set('Cookie', second).expect(204)
    expect(out.get('set-cookie')?.[0]).toMatch(/^desk=; Max-Age=0; Path=\/;.*HttpOnly; SameSite=Strict$/)
    await me(other, second).expect(401)

    const third = await cookieOf(shop, await linkFor(shop))
    const left = await shop.another({
      library: await libraryWithStaff({ staff: [{ email: 'robin@example.com', role: 'support' }] }),
    })
    await me(left, third).expect(401)
  })

  test('stays shut to a link of whom this site doesn’t list, and spends nothing', onBoth, async () => {
    const shop = await openShop(await deskOptions())
    const token = await linkFor(shop)
    const others = [{ email: 'robin@example.com', role: 'support' as const }]
    const outdated = await shop.another({ library: await libraryWithStaff({ staff: others }) })
    const refused = await open(outdated, token).expect(403)
    expect(refused.get('set-cookie')).toBeUndefined()
    expect(refused.text).toContain(`${alex} isn’t on the staff list`)
    await cookieOf(shop, token)
  })

  test('leaves in the audit who made a link, signed in, and ended a session', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const environment = { ...shop.environment, CONTENT_DIR: contentWithStaff(alex) }
    const link = await runAdmin(environment, 'desk', 'link', 'Alex@example.com')
    expect(link.stdout).toContain('/desk/open?token=')
    const wait = async <Value>(doing: Promise<Value>): Promise<Value> => {
      clock.now += minute
      return doing
    }
    await wait(cookieOf(shop, await linkFor(shop)))
    const second = await wait(cookieOf(shop, await linkFor(shop)))
    await wait(
      Promise.resolve(supertest(shop.app).post(deskApiRoutes.signOut).set('Cookie', second).expect(204)),
    )
    await cookieOf(shop, await linkFor(shop))
    clock.now += 31 * minute
    const last = await cookieOf(shop, await linkFor(shop))
    const { body } = await supertest(shop.app).get(deskApiRoutes.audit).set('Cookie', last).expect(200)
    const told = body.entries.map(({ who, act, name, after }: Record<string, Record<string, string>>) => [
      who,
      act,
      name,
      after?.reason ?? '',
    ])
    const [mailed, signedIn] = [
      ['somebody', 'desk.link_mailed', alex, ''],
      [alex, 'desk.signed_in', alex, ''],
    ]
    const ended = (reason: string) => [alex, 'desk.session_ended', alex, reason]
    expect(told.toSorted()).toEqual(
      [
        ['command line', 'desk.link_made', alex, ''],
        ...[mailed, mailed, mailed, mailed],
        ...[signedIn, signedIn, signedIn, signedIn],
        // The third session was over before the fourth began.
        ended('a newer link was opened'),
        ended('signed out'),
      ].toSorted(),
    )
    expect(JSON.stringify(body)).not.toMatch(/[\w-]{43}/)
  })

  test('over https has a cookie that no script, no other site and no other host can use', async () => {
    const { environment } = await databases.create()
    const site = await createTestApp(
      { ...environment, SITE_URL: 'https://www.example.com' },
      await deskOptions(),
    )
    const link = { purpose: 'desk', email: alex, validMs: minute }
    const { token } = await createMailLink(site.ctx.database.db, link, moment(site))
    const opened = await open(site, token).expect(303)
    expect(opened.get('set-cookie')?.[0]).toMatch(
      /^__Host-desk=[\w-]{43}; Max-Age=43200; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Strict$/,
    )
    await site.ctx.close()
  })

  test('lets no other site act, and no cache keep what it answers', async () => {
    const shop = await openShop(await deskOptions())
    const token = await linkFor(shop)
    const cross = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    await open(shop, token).set(cross).expect(403)
    const cookie = await cookieOf(shop, token)
    await supertest(shop.app)
      .post(deskApiRoutes.signOut)
      .set({ ...cross, Cookie: cookie })
      .expect(403)
    const { body } = await supertest(shop.app).get(deskApiRoutes.sessions).set('Cookie', cookie).expect(200)
    await supertest(shop.app)
      .delete(`${deskApiRoutes.sessions}/${body.sessions[0].id}`)
      .set({ ...cross, Cookie: cookie })
      .expect(403)
    const answer = await me(shop, cookie).expect(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })

  test('lists and ends one’s own sessions and tokens, and an owner everyone’s', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const owner = await cookieOf(shop, await linkFor(shop))
    const support = await cookieOf(shop, await linkFor(shop, 'robin@example.com'))
    const as = (cookie: string) => ({
      get: (path: string) => supertest(shop.app).get(path).set('Cookie', cookie),
      delete: (path: string) => supertest(shop.app).delete(path).set('Cookie', cookie),
    })
    const { body: all } = await as(owner).get(deskApiRoutes.sessions).expect(200)
    expect(all.sessions.map(({ email }: { email: string }) => email).sort()).toEqual([
      alex,
      'robin@example.com',
    ])
    const { body: own } = await as(support).get(deskApiRoutes.sessions).expect(200)
    expect(own.sessions).toMatchObject([{ email: 'robin@example.com', isThis: true }])
    const alexs = all.sessions.find(({ email }: { email: string }) => email === alex)
    await as(support).delete(`${deskApiRoutes.sessions}/${alexs.id}`).expect(404)
    const [{ id: robins }] = own.sessions
    const asked = await as(owner).delete(`${deskApiRoutes.sessions}/${robins}?confirm=`).expect(422)
    expect(asked.body).toMatchObject({
      code: 'confirmation_required',
      preview: { email: 'robin@example.com', seenAt: expect.any(String) },
    })
    await as(owner).delete(`${deskApiRoutes.sessions}/${robins}?confirm=${alex}`).expect(422)
    await as(support).get(deskApiRoutes.sessions).expect(200)
    const end = (fields: object) =>
      supertest(shop.app).post(deskRoutes.endSession(robins)).set('Cookie', owner).type('form').send(fields)
    await end({ confirm: '' })
      .expect(303)
      .expect('location', `${deskRoutes.endSession(robins)}?confirm=`)
    const page = supertest(shop.app).get(deskRoutes.endSession(robins)).set('Cookie', owner)
    expect((await page.expect(200)).text).toContain('Type the address, robin@example.com')
    await end({ confirm: 'Robin@example.com' }).expect(303)
    await as(support).get(deskApiRoutes.sessions).expect(401)

    const made = await createToken(db, { email: 'casey@example.com', who: 'command line' }, moment(shop))
    const books = () => supertest(shop.app).get(deskApiRoutes.me).set('Authorization', `Bearer ${made.token}`)
    expect((await books().expect(200)).body).toMatchObject({ email: 'casey@example.com', role: 'books' })
    expect(JSON.stringify(await db.selectFrom('desk_tokens').selectAll().execute())).not.toContain(made.token)
    const { body: tokens } = await as(owner).get(deskApiRoutes.tokens).expect(200)
    expect(tokens.tokens).toMatchObject([
      { id: made.id, email: 'casey@example.com', usedAt: expect.any(String) },
    ])
    const { body: preview } = await as(owner)
      .delete(`${deskApiRoutes.tokens}/${made.id}?confirm=`)
      .expect(422)
    expect(preview).toMatchObject({ code: 'confirmation_required', preview: { email: 'casey@example.com' } })
    await books().expect(200)
    // Programs need no confirmation.
    await as(owner).delete(`${deskApiRoutes.tokens}/${made.id}`).expect(204)
    await as(owner).delete(`${deskApiRoutes.tokens}/${made.id}`).expect(404)
    await books().expect(401)
    expect(await listTokens(db, null, shop.ctx.clock())).toEqual([])

    const { body: audit } = await as(owner).get(deskApiRoutes.audit).expect(200)
    expect(audit.entries.map(({ who, act }: { who: string; act: string }) => [who, act])).toEqual([
      [alex, 'desk.token_revoked'],
      ['command line', 'desk.token_created'],
      [alex, 'desk.session_ended'],
      ['robin@example.com', 'desk.signed_in'],
      ['somebody', 'desk.link_mailed'],
      [alex, 'desk.signed_in'],
      ['somebody', 'desk.link_mailed'],
    ])
    await as(owner).delete(`${deskApiRoutes.sessions}/${alexs.id}`).expect(204)
  })
})

test('visitors are never told who the staff are', async () => {
  const dir = contentWithStaff('secret.person@example.com')
  const data = mkdtempSync(join(tmpdir(), 'data-'))
  const site = await createTestApp({ CONTENT_DIR: dir, DATA_DIR: data })
  expect(site.ctx.library.typed.site.staff).toEqual([{ email: 'secret.person@example.com', role: 'owner' }])
  const { text: home } = await supertest(site.app).get('/').expect(200)
  const { body, text } = await supertest(site.app).post('/_content/site').send({}).expect(200)
  expect(body.product).toBe(site.ctx.library.typed.site.product)
  const where = { where: { 'staff.email': { $contains: 'secret.person@example.com' } } }
  const all = await supertest(site.app)
    .post('/_content/')
    .send({ deep: true, ...where })
  for (const seen of [home, text, all.text]) expect(seen).not.toContain('secret.person')

  const env = { CONTENT_DIR: dir, DATA_DIR: data }
  const link = await runAdmin(env, 'desk', 'link', 'Secret.Person@example.com')
  const [, token = ''] = /token=([\w-]{43})/.exec(link.stdout) ?? []
  await supertest(site.app).post(deskRoutes.open).type('form').send({ token }).expect(303)
  expect((await runAdmin(env, 'desk', 'sessions')).stdout).toContain('secret.person@example.com  since')
  const made = JSON.parse(
    (await runAdmin(env, 'desk', 'token', 'secret.person@example.com', '--json')).stdout,
  )
  await supertest(site.app).get(deskApiRoutes.me).set('Authorization', `Bearer ${made.token}`).expect(200)
  expect((await runAdmin(env, 'desk', 'tokens', '--revoke', made.id)).stdout).toBe('No tokens.\n')
  expect(await runAdmin(env, 'desk', 'link', 'ada@example.com')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('isn’t among the staff'),
  })
  await site.ctx.close()
})

test('a link made by the command line has the address of the site that runs, wherever that listens', async () => {
  const env = {
    CONTENT_DIR: contentWithStaff('alex@example.com'),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'data-')),
  }
  const site = await createTestApp({ ...env, PORT: '8080' })
  const linkTo = async (more: object = {}) =>
    new URL(
      (await runAdmin({ ...env, ...more }, 'desk', 'link', 'alex@example.com')).stdout.split('\n')[0] ?? '',
    )
  const stop = answerCommands(site.ctx)
  expect((await linkTo()).origin).toBe('http://localhost:8080')
  expect((await linkTo({ SITE_URL: 'https://shop.example' })).origin).toBe('https://shop.example')
  await stop()
  expect((await linkTo({ PORT: '3100' })).origin).toBe('http://localhost:3100')
  await site.ctx.close()
})

function moment({ ctx }: TestApp) {
  return { now: ctx.clock(), random: ctx.random }
}

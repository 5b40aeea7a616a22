import { sql } from 'kysely'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { AuditEntry, DeskMember } from '#shared/desk/answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { createMailLink } from '../../people/sign-in/mail-links.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import type { Db } from '../../runtime/db/database.ts'
import { momentOf } from '../../runtime/moment.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions, staff as inSite } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { admitMember } from './members.ts'
import { createToken } from './tokens.ts'

const sam = 'sam@example.com'

async function isAnybodyWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

describeOnEitherEngine('the room of staff', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const add = (role: string, email = sam) => desk.post(deskApiRoutes.staff, { email, role })
    const end = (email = sam, confirm = email) =>
      desk.post(`${deskApiRoutes.staff}/${email}/end`, confirm ? { confirm } : {})
    return { shop, desk, add, end, list: async () => staffIn(await desk.get(deskApiRoutes.staff)) }
  }

  const staffIn = ({ body }: { body: { staff: DeskMember[] } }) =>
    body.staff.filter(({ email }) => !inSite.some((each) => each.email.toLowerCase() === email))

  const linkFor = async ({ ctx }: TestShop) => {
    const link = { purpose: deskPurpose.name, email: sam, validMs: deskPurpose.linkMs }
    return (await createMailLink(ctx.database.db, link, momentOf(ctx))).token
  }

  const open = ({ app }: TestShop, token: string) =>
    supertest(app).post(deskRoutes.open).type('form').send({ token })

  async function signIn(shop: TestShop) {
    const opened = await open(shop, await linkFor(shop)).expect(303)
    return opened.get('set-cookie')?.[0]?.split(';')[0] ?? ''
  }

  const tokenFor = ({ ctx }: TestShop) =>
    createToken(ctx.database.db, { email: sam, who: 'command line' }, momentOf(ctx), (trx, email) =>
      admitMember(trx, ctx.library.typed.site, email),
    )

  const ask = ({ app }: TestShop, path: string, headers: Record<string, string>) =>
    supertest(app).get(path).set(headers)

  test('lets whom an owner adds come in by a link, with their role alone, until it is another', async () => {
    const { shop, desk, add, list } = await openDesk()
    await supertest(shop.app).post(deskApiRoutes.link).send({ email: sam }).expect(202)
    expect(await readMails(shop.ctx)).toEqual([])
    await add('support', 'Sam@Example.com').expect(201)
    await supertest(shop.app).post(deskApiRoutes.link).send({ email: sam }).expect(202)
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toEqual([sam])
    const Cookie = await signIn(shop)
    await ask(shop, deskApiRoutes.licences, { Cookie }).expect(200)
    await ask(shop, deskApiRoutes.books, { Cookie }).expect(403)
    await ask(shop, deskApiRoutes.staff, { Cookie }).expect(403)
    await add('books').expect(201)
    await ask(shop, deskApiRoutes.licences, { Cookie }).expect(403)
    await ask(shop, deskApiRoutes.books, { Cookie }).expect(200)
    expect(await list()).toMatchObject([
      { email: sam, role: 'books', addedBy: 'alex@example.com', sessions: 1, tokens: 0 },
    ])
    const { entries } = (await desk.get(deskApiRoutes.audit)).body
    expect(
      entries.filter(
        ({ subject, act }: Record<string, string>) => subject === sam && act?.startsWith('staff'),
      ),
    ).toMatchObject([
      {
        who: 'alex@example.com',
        act: 'staff.role_set',
        before: { role: 'support' },
        after: { role: 'books' },
      },
      { who: 'alex@example.com', act: 'staff.added', after: { role: 'support' } },
    ])
  })

  test('ends every session, token and link of somebody whose address was typed', onBoth, async () => {
    const { shop, desk, add, end, list } = await openDesk()
    await add('support').expect(201)
    const Cookie = await signIn(shop)
    const { token } = await tokenFor(shop)
    const Authorization = `Bearer ${token}`
    const unused = await linkFor(shop)
    const { body } = await end(sam, '').expect(422)
    expect(body).toMatchObject({ code: 'confirmation_required', preview: { sessions: 1, tokens: 1 } })
    await ask(shop, deskApiRoutes.me, { Cookie }).expect(200)
    await end().expect(200)
    expect(await list()).toEqual([])
    await ask(shop, deskApiRoutes.me, { Cookie }).expect(401)
    await ask(shop, deskApiRoutes.me, { Authorization }).expect(401)
    const { entries } = (await desk.get(deskApiRoutes.audit)).body
    expect(entries[0]).toMatchObject({
      act: 'staff.ended',
      subject: sam,
      before: { role: 'support', openSessions: 1, tokens: 1 },
    })
    await end().expect(404)
    // The new role brings no earlier session or token back.
    await add('support').expect(201)
    await open(shop, unused).expect(410)
    await ask(shop, deskApiRoutes.me, { Cookie }).expect(401)
    await ask(shop, deskApiRoutes.me, { Authorization }).expect(401)
  })

  test('leaves the messages of who can’t answer any more to whoever comes first', onBoth, async () => {
    const { shop, desk, add, end } = await openDesk()
    const message = { name: 'Ada', email: 'ada@example.com', topic: 'other', message: 'Hello' } as const
    const storing = { site: shop.ctx.library.typed.site, ...momentOf(shop.ctx) }
    const incoming = { message, verified: true, quarantined: false }
    const { id } = await storeMessage(shop.ctx.database.db, incoming, storing)
    for (const leave of [() => add('books'), () => end()]) {
      await add('support').expect(201)
      await desk.post(`${deskApiRoutes.message(id)}/assign`, { to: sam }).expect(200)
      await leave()
      expect((await desk.get(deskApiRoutes.message(id)).expect(200)).body).toMatchObject({ assignedTo: null })
    }
    const { entries } = (await desk.get(deskApiRoutes.audit)).body
    const left = entries.filter(({ after }: AuditEntry) => after.assigned_to === null)
    expect(left).toMatchObject([1, 2].map(() => ({ subject: id, before: { assigned_to: sam } })))
  })

  test('leaves nothing open to whoever signs in or makes a token while ended', onBoth, async () => {
    const { shop, add, end, list } = await openDesk()
    for (let round = 0; round < 6; round += 1) {
      await add('books').expect(201)
      const links = await Promise.all([linkFor(shop), linkFor(shop)])
      const acts = [() => end(), ...links.map((link) => () => open(shop, link)), () => tokenFor(shop)]
      const turned = [...acts.slice(round % 4), ...acts.slice(0, round % 4)]
      await Promise.allSettled(turned.map((act) => act()))
      expect(await list()).toEqual([])
    }
  })

  test('ends a token that is being made, once it is made', onBoth, async () => {
    const { shop, add, end, list } = await openDesk()
    const { db } = shop.ctx.database
    await add('books').expect(201)
    let isOver = false
    let ending: Promise<unknown> = Promise.resolve()
    /** SQLite has one writer, so there the end waits for the transaction anyway. */
    const untilItWaits = async () => {
      while (databases.engine === 'postgres' && !isOver && !(await isAnybodyWaiting(db)));
    }
    await createToken(db, { email: sam, who: 'command line' }, momentOf(shop.ctx), async (trx, email) => {
      const isIn = await admitMember(trx, shop.ctx.library.typed.site, email)
      ending = end()
        .expect(200)
        .then(() => (isOver = true))
      await untilItWaits()
      return isIn
    })
    await ending
    expect(await list()).toEqual([])
  })

  test('leaves owners to site.yml, and ends what somebody left open who stands there no more', async () => {
    const { shop, add, end, list } = await openDesk()
    const { body } = await add('books', 'ALEX@example.com').expect(409)
    expect(body).toMatchObject({ code: 'member_in_site', errors: [{ pointer: '/email' }] })
    await end('alex@example.com').expect(409)
    await add('owner').expect(422)
    const gone = { email: sam, who: 'command line' }
    await createToken(shop.ctx.database.db, gone, momentOf(shop.ctx))
    expect(await list()).toMatchObject([{ email: sam, role: null, tokens: 1 }])
    await end().expect(200)
    expect(await list()).toEqual([])
  })

  test('is a page whose forms add, and end after the address was typed', async () => {
    const { shop } = await openDesk()
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const page = (path: string) => supertest(shop.app).get(path).set(headers)
    const post = (path: string, fields: object = {}) =>
      supertest(shop.app).post(path).set(headers).type('form').send(fields)
    expect((await page(deskRoutes.staff).expect(200)).text).toContain('Nobody was added yet.')
    const refused = await post(deskRoutes.staff, { email: 'alex@example.com', role: 'books' }).expect(409)
    expect(refused.text).toContain('stands in content/site.yml')
    await post(deskRoutes.staff, { email: sam, role: 'books' })
      .expect(303)
      .expect('location', `${deskRoutes.staff}?done=add#done`)
    const form = deskRoutes.staffAct(sam, 'end')
    const asked = await post(form).expect(303)
    const shown = await page(asked.get('location') ?? '').expect(200)
    expect(shown.text).toContain('End the role, every session and every token of')
    const mistaken = await post(form, { confirm: 'sam' }).expect(303)
    expect((await page(mistaken.get('location') ?? '').expect(422)).text).toContain(`To go on, type ${sam}.`)
    await post(form, { confirm: sam }).expect(303).expect('location', `${deskRoutes.staff}?done=end#done`)
  })

  test('has its commands', async () => {
    const { environment } = await databases.create()
    const run = (...args: string[]) => runAdmin(environment, 'staff', ...args)
    expect(await run('add', sam, 'support')).toMatchObject({ status: 0 })
    expect((await run('list')).stdout).toBe('sam@example.com  support  0 sessions, 0 tokens\n')
    expect((await run('end', sam, '--yes')).stdout).toBe('sam@example.com has no access any more.\n')
    for (const consent of ['--yes', '--dry-run']) {
      const stderr = 'sam@example.com isn’t among the staff.\n'
      expect(await run('end', sam, consent)).toEqual({ status: 1, stdout: '', stderr })
    }
  })
})

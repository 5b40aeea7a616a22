import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { createImporter } from '../../licences/import/resume-imports.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

const header = 'Who,Mail,Thing,Serial no,Since\n'
const csv = `${header}Zoë,zoe@b.example,Deluxe,S-1-2-3-4-5,2020-04-03\nB,b,Deluxe,S-6-7-8-9-0,2020-04-03\n`

describeOnEitherEngine('an import at the desk', (databases) => {
  const openShop = useShops(databases)
  const openDesk = async () => {
    const shop = await openShop(await deskOptions())
    return { shop, owner: await deskAs(shop, 'owner'), cookie: await cookieOf(shop, 'owner') }
  }
  const licencesOf = async ({ ctx }: TestShop) =>
    (await ctx.database.db.selectFrom('licences').select('email').execute()).map(({ email }) => email)
  const form = ({ app, ctx }: TestShop, cookie: string, path: string) =>
    supertest(app).post(path).set({ Cookie: cookie, Origin: ctx.config.siteUrl })

  test('is uploaded, corrected, looked at and done by forms, without script', async () => {
    const { shop, cookie } = await openDesk()
    const sent = await form(shop, cookie, deskRoutes.imports)
      .attach('file', Buffer.from(csv), 'old.csv')
      .expect(303)
    const path = sent.headers.location as string
    const page = async () =>
      (await supertest(shop.app).get(path).set('Cookie', cookie).expect(200)).text.replaceAll('<!-- -->', '')
    const first = await page()
    expect(first).toContain('0 licences would be imported')
    expect(first).toContain('zoe@b.example')
    expect(first).toContain('Neither a key nor an order')
    expect(first).toContain('“Who”, “Thing”, “Serial no”, and “Since”')
    expect(first).not.toContain('Bring 0')
    const fields = {
      from: '',
      dates: '',
      'map-name': '=Who',
      'map-product': '=Thing',
      'map-key': '=Serial no',
      'map-bought': '=Since',
      'map-note': '-',
      'product-0': 'Deluxe',
      'sku-0': 'studio',
      mail: 'yes',
    }
    await form(shop, cookie, `${path}/check`)
      .type('form')
      .send({ ...fields, 'map-key': '=Nope' })
      .expect(422)
    await form(shop, cookie, `${path}/check`).type('form').send(fields).expect(303)
    await form(shop, cookie, `${path}/check`)
      .type('form')
      .send({ ...fields, 'product-0': 'Deluxe' })
      .expect(303)
    const second = await page()
    expect(second).toContain('1 licence would be imported')
    expect(second).not.toContain('as bought today')
    expect(second).not.toContain('Not read')
    expect(second).toContain('1 licence; updates are over for 1 of them')
    expect(second).toContain('Bring 1 licence along')
    expect(second).toContain('“b” is no address.')
    expect(second).toMatch(/<option value="=Serial no" selected="">/)
    expect(second).toMatch(/<option value="studio" selected="">/)
    expect(await licencesOf(shop)).toEqual([])
    // What is chosen but not saved counts, and is shown before anything is done.
    const { mail: _, ...unmailed } = { ...fields, 'product-0': 'Deluxe' }
    const otherwise = await form(shop, cookie, `${path}/run`).type('form').send(unmailed).expect(409)
    expect(otherwise.text).toContain('You changed how it is read.')
    expect(await licencesOf(shop)).toEqual([])
    const { db } = shop.ctx.database
    const stored = JSON.stringify(await db.selectFrom('imports').selectAll().execute())
    expect(stored).not.toContain('S-1-2-3-4-5')
    await form(shop, cookie, `${path}/run`).type('form').send(unmailed).expect(303)
    await form(shop, cookie, `${path}/run`).type('form').send({}).expect(303)
    expect(await db.selectFrom('mails').selectAll().execute()).toEqual([])
    expect(await licencesOf(shop)).toEqual(['zoe@b.example'])
    const last = await page()
    expect(last).toContain('1 licence imported')
    expect(last).toMatch(/Mend them in the file, or <a[^>]*>import it once more<\/a>/)
    expect(last).not.toContain('say below')
    await form(shop, cookie, `${path}/check`).type('form').send(fields).expect(409)
    const list = await supertest(shop.app).get(deskRoutes.licences).set('Cookie', cookie).expect(200)
    expect(list.text).toContain(', imported')
    const again = await form(shop, cookie, deskRoutes.imports)
      .attach('file', Buffer.from(csv), 'old.csv')
      .expect(303)
    const known = await supertest(shop.app)
      .get(String(again.headers.location))
      .set('Cookie', cookie)
      .expect(200)
    expect(known.text).toContain('0 licences would be imported')
    expect(known.text).not.toContain('Bring ')
  })

  test('is refused by forms in words, and to others than the owner', onBoth, async () => {
    const { shop, cookie } = await openDesk()
    const upload = (file: string | Buffer, as = cookie) =>
      form(shop, as, deskRoutes.imports).attach('file', Buffer.from(file as string), 'x.csv')
    expect((await upload('PK\u0003\u0004').expect(422)).text).toContain('a spreadsheet such as XLSX')
    expect((await upload('').expect(422)).text).toContain('The file is empty.')
    const bare = form(shop, cookie, deskRoutes.imports).field('other', 'x')
    expect((await bare.expect(422)).text).toContain('Choose a file first.')
    await form(shop, cookie, deskRoutes.imports).type('form').send({ file: 'x' }).expect(415)
    const unbounded = form(shop, cookie, deskRoutes.imports).set('Content-Type', 'multipart/form-data')
    expect((await unbounded.send('x').expect(422)).text).toContain('Send it once more.')
    await upload(csv, await cookieOf(shop, 'support')).expect(403)
    await form(shop, '', deskRoutes.imports).attach('file', Buffer.from(csv), 'x.csv').expect(303)
    const { db } = shop.ctx.database
    expect(await db.selectFrom('import_chunks').select('n').execute()).toEqual([])
    await supertest(shop.app).get(deskRoutes.import('imp_none')).set('Cookie', cookie).expect(404)
  })

  test('is an address of the API, too', async () => {
    const { shop, owner, cookie } = await openDesk()
    const upload = (text: string, type = 'text/csv') =>
      form(shop, cookie, `${deskApiRoutes.imports}?name=old.csv`).type(type).send(text)
    const { body } = await upload(csv).expect(201)
    expect(body.import).toMatchObject({
      name: 'old.csv',
      state: 'checked',
      rows: 2,
      fresh: 0,
      wouldBeRefused: 2,
      from: null,
      header: header.trim().split(','),
      columns: { email: ['Mail'] },
      products: [{ name: '', rows: 2, sku: null }],
      sample: [expect.arrayContaining(['Zoë']), expect.any(Array)],
    })
    const path = deskApiRoutes.importOf(body.import.id)
    const map = { name: 'Who', product: 'Thing', key: 'Serial no', bought: 'Since' }
    const wrong = { from: 'ebay', map: { colour: 'Who' }, mail: 'yes', dates: 'x', products: { a: 1 } }
    expect((await owner.post(`${path}/check`, wrong).expect(422)).body.errors.length).toBeGreaterThan(3)
    const undated = await owner
      .post(`${path}/check`, { from: null, map: { ...map, bought: '' }, products: { Deluxe: 'studio' } })
      .expect(200)
    expect(undated.body.import).toMatchObject({ fresh: 1, undated: 1, unread: ['Since'] })
    const page = await supertest(shop.app).get(deskRoutes.import(body.import.id)).set('Cookie', cookie)
    expect(page.text).toContain('1 licence counts as bought today')
    const checked = await owner
      .post(`${path}/check`, { from: null, map, products: { Deluxe: 'studio' } })
      .expect(200)
    expect(checked.body.import).toMatchObject({
      fresh: 1,
      undated: 0,
      unread: [],
      faults: [{ line: 3, field: 'email' }],
      map,
    })
    const run = await owner.post(`${path}/run`).expect(200)
    expect(run.body.import).toMatchObject({ state: 'done', created: 1, refused: 1, done: 2 })
    expect((await owner.post(`${path}/run`).expect(200)).body).toEqual(run.body)
    const { body: list } = await owner.get(deskApiRoutes.imports).expect(200)
    expect(list.imports).toMatchObject([
      { name: 'old.csv', created: 1, who: 'alex@example.com', state: 'done' },
    ])
    const { licences } = (await owner.get(deskApiRoutes.licences).expect(200)).body
    const search = async (text: string) =>
      (await owner.get(`${deskApiRoutes.search}?q=${text}`).expect(200)).body.results
    for (const text of ['45', 'S-1-2-3-4-5', 's12345'])
      expect(await search(text)).toMatchObject([{ kind: 'licence', id: licences[0].id }])
    expect(licences).toMatchObject([{ email: 'zoe@b.example', isImported: true }])
    const shown = await owner.get(deskApiRoutes.licence(licences[0].id)).expect(200)
    expect(shown.body).toMatchObject({
      imported: { from: null, order: null, oldKeyHint: '…45', who: 'alex@example.com' },
      changes: [{ act: 'licence.imported', who: 'alex@example.com' }],
      orders: [],
    })
    expect((await upload('{}').expect(422)).body).toMatchObject({ code: 'import_unreadable', line: 1 })
    await upload('{}', 'application/json').expect(415)
    const audit = (await owner.get(deskApiRoutes.audit).expect(200)).body
    expect(JSON.stringify(audit)).toContain('licences.imported')
  })

  test('of more than five thousand rows goes on by itself', async () => {
    const { shop, owner, cookie } = await openDesk()
    const rows = Array.from({ length: 5001 }, (_, n) => `c${n}@b.example,solo,KEY-${100000 + n}`)
    const text = ['email,product,key', ...rows].join('\n')
    const { body } = await form(shop, cookie, deskApiRoutes.imports).type('text/csv').send(text).expect(201)
    const path = deskApiRoutes.importOf(body.import.id)
    const run = await owner.post(`${path}/run`).expect(200)
    expect(run.body.import).toMatchObject({ state: 'running', done: 5000, created: 5000 })
    await createImporter(shop.ctx).resume()
    await shop.ctx.background.settled()
    expect((await owner.get(path).expect(200)).body).toMatchObject({ state: 'done', created: 5001 })
  })
})

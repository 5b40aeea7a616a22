import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dayIn } from '#shared/calendar/calendar.ts'
import { maxStatementBytes } from '#shared/http/body-limit.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskOptions } from '../../testing/support/desk.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

const header = 'Date,Amount,Description\n'

describeOnEitherEngine('the form that takes a statement', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const shop = await openShop(await deskOptions())
    const cookie = await cookieOf(shop, 'books')
    const asked = async (sent: supertest.Test) => {
      const { headers } = await sent.expect(303)
      const address = String(headers.location)
      expect(address).toMatch(/^\/desk\/statement\/uploads\/upl_\w+$/)
      return { address, ...(await supertest(shop.app).get(address).set({ Cookie: cookie }).expect(200)) }
    }
    return {
      shop,
      upload: (csv: string | Buffer, fields = {}) => upload(shop, cookie, csv, fields),
      asked,
      cookie,
    }
  }

  function upload(
    shop: TestShop,
    cookie: string,
    csv: string | Buffer,
    fields: Record<string, string[]> = {},
  ) {
    const request = post(shop, cookie)
    for (const [name, values] of Object.entries({
      account: ['+'],
      newAccount: ['main'],
      unsigned: ['in'],
      ...fields,
    })) {
      for (const value of values) request.field(name, value)
    }
    return csv === '' ? request : request.attach('file', Buffer.from(csv as string), 'bank.csv')
  }

  const post = ({ app, ctx }: TestShop, cookie: string) =>
    supertest(app).post(deskRoutes.statement).set({ Cookie: cookie, Origin: ctx.config.siteUrl })

  const stored = async ({ ctx: { database } }: TestShop) =>
    (await database.db.selectFrom('statement_lines').select('text').execute()).map(({ text }) => text)

  test(
    'asks what the columns are at an address that keeps the file, then reads it and leads to its lines',
    onBoth,
    async () => {
      const { shop, upload, asked, cookie } = await openDesk()
      const csv = `${header}22/11/2026,1.00,CAF\xc9 <b>\n`
      const newAccount = ['Kestrel']
      const first = await asked(upload(Buffer.from(csv, 'latin1'), { newAccount }))
      expect(first.text).toContain('Are these the columns?')
      expect(first.text).toContain('CAFÉ &lt;b&gt;')
      expect(first.text).not.toContain('type="file"')
      expect(await stored(shop)).toEqual([])
      const [, kept = ''] = /name="upload" value="([^"]+)"/.exec(first.text) ?? []
      expect(first.text).toMatch(/<th[^>]*>Date<\/th>/)
      const answer = (...column: string[]) => upload('', { newAccount, upload: [kept], column })
      const wrong = await asked(answer('ignore', 'amount', 'text'))
      expect(wrong.address).toBe(first.address)
      expect(wrong.text).toContain('A statement needs a date')
      const read = await answer('date', 'amount', 'text').expect(303)
      expect(read.headers.location).toMatch(/^\/desk\/statement\/stm_/)
      expect(await stored(shop)).toEqual(['CAFÉ <b>'])
      const back = await supertest(shop.app).get(first.address).set({ Cookie: cookie }).expect(200)
      expect(back.text).toContain(`name="upload" value="${kept}"`)
    },
  )

  test('asks whose the file is at an address that keeps it', async () => {
    const { shop, upload, asked } = await openDesk()
    const column = ['date', 'amount', 'text']
    await upload(`${header}22/11/2026,1.00,A\n`, { column }).expect(303)
    const account = '<Acct><Id><IBAN>DE00</IBAN></Id></Acct>'
    const camt = `<Document><BkToCstmrStmt><Stmt>${account}</Stmt></BkToCstmrStmt></Document>`
    const { text } = await asked(upload(camt, { account: [''] }))
    expect(text).toContain('Which account is it?')
    const [, kept = ''] = /name="upload" value="([^"]+)"/.exec(text) ?? []
    const named = { upload: [kept], account: ['+'], newAccount: ['savings'], number: ['DE00'] }
    await upload('', named)
      .expect(303)
      .expect('location', /^\/desk\/statement\/stm_/)
    const accounts = shop.ctx.database.db.selectFrom('bank_accounts').select('name').orderBy('name')
    expect(await accounts.execute()).toEqual([{ name: 'main' }, { name: 'savings' }])
  })

  test('asks anew once a person says how the file is written, until it is read so', async () => {
    const { shop, upload, asked, cookie } = await openDesk()
    const csv = 'Дата;Сумма;Текст\n22/11/2026;1,00;Оплата\n'
    const bytes = Buffer.from(
      [...csv].map((sign) => (sign > '\u0400' ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0))),
    )
    const first = await asked(upload(bytes))
    expect(first.text).not.toContain('Оплата')
    const shownIn = (html: string, name: string) =>
      new RegExp(`name="${name}"(?: value="([^"]*)"|[^]*?<option value="([^"]*)" selected)`)
        .exec(html)
        ?.slice(1)
        .join('')
    const answer = (html: string, fields: Record<string, string>, ...column: string[]) => {
      const names = ['upload', 'shown', 'encoding', 'delimiter', 'header', 'dates', 'decimal']
      const sent = Object.fromEntries(
        names.map((name) => [name, [fields[name] ?? shownIn(html, name) ?? '']]),
      )
      return upload('', { ...sent, column })
    }
    // Columns chosen for another delimiter don't apply.
    const cut = await asked(answer(first.text, { encoding: 'windows-1251' }, 'text', 'text', 'text'))
    expect(cut.address).toBe(first.address)
    expect(cut.text).toMatch(/<th[^>]*>Сумма<.*Оплата/s)
    expect(['dates', 'decimal', 'encoding'].map((name) => shownIn(cut.text, name))).toEqual([
      'dmy',
      ',',
      'windows-1251',
    ])
    const wrong = await asked(answer(cut.text, { delimiter: 'pipe' }, 'date', 'amount', 'text'))
    expect(wrong.text).toMatch(/It can’t be read this way\..*Оплата/s)
    expect(shownIn(wrong.text, 'delimiter')).toBe('semicolon')
    const read = await answer(wrong.text, { currency: 'AUD' }, 'date', 'amount', 'text').expect(303)
    expect(await stored(shop)).toEqual(['Оплата'])
    const page = await supertest(shop.app)
      .get(String(read.headers.location))
      .set({ Cookie: cookie })
      .expect(200)
    expect(['encoding', 'delimiter', 'header'].map((name) => shownIn(page.text, name))).toEqual([
      'windows-1251',
      'semicolon',
      'yes',
    ])
  })

  test('shows a question to nobody else, and says what is no longer kept', onBoth, async () => {
    const { shop, upload, asked, cookie } = await openDesk()
    const { address } = await asked(upload(`${header}22/11/2026,1.00,SECRET\n`))
    const open = (path: string, Cookie: string) => supertest(shop.app).get(path).set({ Cookie })
    await open(address, '').expect(303).expect('location', deskRoutes.signInFor(address))
    const refused = await open(address, await cookieOf(shop, 'support')).expect(403)
    expect(refused.text).not.toContain('SECRET')
    for (const gone of ['upl_none', '%00', 'a'.repeat(70)]) {
      const { text } = await open(deskRoutes.statementUpload('x').replace(/x$/, gone), cookie).expect(404)
      expect(text).toContain('The file is no longer kept here. Choose it once more.')
      expect(text).toContain('type="file"')
    }
    const late = await upload('', { upload: ['upl_none'], column: ['date', 'amount', 'text'] }).expect(404)
    expect(late.text).toContain('The file is no longer kept here.')
  })

  test('knows staff by their cookie behind a proxy that sends its own password', async () => {
    const { upload, asked } = await openDesk()
    const sent = upload(`${header}22/11/2026,1.00,Cafe\n`).auth('proxy', 'password')
    expect((await asked(sent)).text).toContain('Are these the columns?')
  })

  test('refuses garbage with its line, and takes nothing of it', onBoth, async () => {
    const { shop, upload, asked } = await openDesk()
    const column = ['date', 'amount', 'text']
    const bad = `${header}21/13/2026,1.00,A\n21/13/2026,1.00,B\n`
    const again = await asked(upload(bad, { column }))
    expect(again.text).toContain('Most rows can’t be read this way. Line 2: “21/13/2026” isn’t a date.')
    const open = `${header}21/11/2026,1.00,"A\n`
    expect((await upload(open, { column }).expect(422)).text).toContain('Line 2 can’t be read.')
    expect((await upload(Buffer.from([0, 1, 2]), { column }).expect(422)).text).toContain('can’t be read')
    expect((await upload('', { column }).expect(422)).text).toContain(
      'Choose a file first, one that isn’t empty.',
    )
    await upload('', { column, upload: [''] }).expect(422)
    expect(await stored(shop)).toEqual([])
  })

  test('keeps no more than its limit, and says so', async () => {
    const { shop, upload } = await openDesk()
    const large = await upload(Buffer.alloc(maxStatementBytes + 1, 'a')).expect(413)
    expect(large.text).toContain('larger than 5 MiB')
    await upload('', { upload: ['a'.repeat(3000)] }).expect(413)
    await upload('', { number: Array.from({ length: 80 }, () => 'a') }).expect(413)
    expect(await stored(shop)).toEqual([])
  })

  test('reads fields with the names of an object’s own members like any other', async () => {
    const { shop, upload } = await openDesk()
    const column = ['date', 'amount', 'text']
    const fields = { column, toString: ['a'], ['__proto__']: ['b'], constructor: ['c', 'd'] }
    await upload(`${header}22/11/2026,1.00,A\n`, fields).expect(303)
    expect(await stored(shop)).toEqual(['A'])
  })

  test('refuses a body that isn’t a whole form', async () => {
    const { shop, cookie } = await openDesk()
    const whole = 'multipart/form-data; boundary=x'
    for (const [type, body, status] of [
      ['application/x-www-form-urlencoded', 'file=1', 415],
      ['multipart/form-data', '', 422],
      [whole, '', 422],
      [whole, '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n1,2', 422],
    ] as const) {
      const answer = await post(shop, cookie).set('Content-Type', type).send(body)
      expect([type, body, answer.status]).toEqual([type, body, status])
    }
    expect(await stored(shop)).toEqual([])
  })

  test('shows a quiet month’s statement', async () => {
    const { shop, upload, cookie } = await openDesk()
    const quiet = '<Document><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>'
    const { headers } = await upload(quiet).expect(303)
    const { text } = await supertest(shop.app)
      .get(String(headers.location))
      .set({ Cookie: cookie })
      .expect(200)
    expect(text).toContain('The bank booked nothing in its days')
  })

  test('takes no compressed form', async () => {
    const { shop, upload } = await openDesk()
    const refused = await upload(`${header}22/11/2026,1.00,A\n`).set('Content-Encoding', 'gzip').expect(415)
    expect(refused.text).toContain('without compressing it')
    expect(await stored(shop)).toEqual([])
  })

  test('is shown to nobody else, and reads nothing of their files', async () => {
    const { shop } = await openDesk()
    const csv = `${header}22/11/2026,1.00,A\n`
    await upload(shop, '', csv)
      .expect(303)
      .expect('location', deskRoutes.signInAgainFor(deskRoutes.statement))
    const refused = await upload(shop, await cookieOf(shop, 'support'), csv).expect(403)
    expect(refused.text).toContain('Statements aren’t on your desk')
    expect(await stored(shop)).toEqual([])
  })

  test('books what was chosen, and tells at each other line why it wasn’t', async () => {
    const { shop, upload, cookie } = await openDesk()
    const place = async () =>
      (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order.number
    const [one, two] = [await place(), await place()]
    const today = new Intl.DateTimeFormat('en-AU', {
      dateStyle: 'medium',
      timeZone: shop.ctx.library.typed.site.company.timeZone,
    }).format(shop.ctx.clock())
    const csv = `${today},458.00,${one}\n${today},440.00,${two}\n${today},1.00,B\n${today},2.00,C\n`
    const { headers } = await upload(csv, { column: ['date', 'amount', 'text'] }).expect(303)
    const confirm = (fields: object) =>
      supertest(shop.app)
        .post(`${headers.location}/confirm`)
        .set({ Cookie: cookie, Origin: shop.ctx.config.siteUrl })
        .type('form')
        .send(fields)
    const nothing = await confirm({ 'line-1': '', 'line-3': ' ' }).expect(422)
    expect(nothing.text).toContain('Tick or decide a line first.')
    const twice = await confirm({ 'line-1': `full:${one}`, 'other-1': two }).expect(422)
    expect(twice.text).toContain('Line 1 has an order chosen and another one typed.')
    expect(twice.text).toMatch(new RegExp(`name="other-1"[^>]*value="${two}"`))
    const answer = await confirm({
      'line-1': `full:${one}`,
      'line-2': '',
      'line-3': two,
      'line-4': '2020-000001',
    }).expect(422)
    expect(answer.text).toContain('There is no order 2020-000001.')
    expect(answer.text).toContain('value="2020-000001"')
    await confirm({ 'line-2': `part:${two}` })
      .expect(303)
      .expect('location', `${headers.location}?done=confirm#done`)
    // A second person's page still offers the line.
    const late = await confirm({ 'line-1': `part:${two}` }).expect(303)
    expect(late.headers.location).toBe(`${headers.location}?done=already#done`)
    const { text } = await supertest(shop.app).get(String(late.headers.location)).set({ Cookie: cookie })
    expect(text).toContain('had been booked before')
    expect(text).not.toContain('What you chose is booked')
    const orders = await shop.ctx.database.db
      .selectFrom('orders')
      .select(['number', 'status', 'received_amount'])
      .orderBy('number')
      .execute()
    expect(orders).toEqual([
      { number: one, status: 'paid', received_amount: 45_800 },
      { number: two, status: 'pending', received_amount: 44_100 },
    ])
  })

  test('gives a line to an order that it doesn’t name', async () => {
    const { shop, upload, cookie } = await openDesk()
    const place = async () =>
      (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order.number
    const [named, meant] = [await place(), await place()]
    const today = dayIn(shop.ctx.library.typed.site.company.timeZone, shop.ctx.clock())
    const csv = `${today},458.00,${named}\n${today},1.00,${named}\n`
    const { headers } = await upload(csv, { column: ['date', 'amount', 'text'] }).expect(303)
    const address = String(headers.location)
    const { text } = await supertest(shop.app).get(address).set({ Cookie: cookie }).expect(200)
    const offered = [...text.matchAll(/aria-label="Another order of line (\d)"/g)].map(([, n]) => n)
    expect(offered).toEqual(['1', '2'])
    await supertest(shop.app)
      .post(`${address}/confirm`)
      .set({ Cookie: cookie, Origin: shop.ctx.config.siteUrl })
      .type('form')
      .send({ 'other-1': meant, 'line-2': '', 'other-2': '' })
      .expect(303)
    const paid = shop.ctx.database.db.selectFrom('orders').select('number').where('status', '=', 'paid')
    expect(await paid.execute()).toEqual([{ number: meant }])
  })
})

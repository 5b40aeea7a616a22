import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf } from '../../testing/support/desk.ts'
import { confirm, csv, place, useStatements } from '../../testing/support/statements.ts'
import { api } from '../../web/openapi/document.ts'
import { fixture } from './fixtures/fixtures.ts'

describeOnEitherEngine('a statement of an account', (databases) => {
  const openDesk = useStatements(databases)

  test('is booked once for good, however often and in whatever overlap its lines come', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const lines = [
      `20/11/2026,458.00,Q ${one.number}`,
      `21/11/2026,458.00,Q ${two.number}`,
      '22/11/2026,-49.50,HOSTING',
    ]
    const { body } = await drop(csv(...lines)).expect(201)
    expect(body).toMatchObject({
      account: 'main',
      lines: [
        {
          n: 2,
          date: '2026-11-20',
          amount: 45_800,
          state: 'matched',
          orders: [one.number],
          by: 'reference',
        },
        { n: 3, state: 'matched', orders: [two.number] },
        { n: 4, amount: -4950, state: 'none', orders: [] },
      ],
    })
    const first = [{ n: 2, order: one.number, as: 'full' }]
    const results = await Promise.all([confirm(desk, body.id, first), confirm(desk, body.id, first)])
    expect(results.map(({ booked }) => booked).sort()).toEqual([0, 1])
    expect(results.map(({ already }) => already.length).sort()).toEqual([0, 1])
    const order = (await desk.get(deskApiRoutes.order(one.id)).expect(200)).body
    expect(order).toMatchObject({
      status: 'paid',
      payments: [
        {
          amount: 45_800,
          date: '2026-11-19T13:00:00.000Z',
          reference: `Q ${one.number}`,
          who: 'casey@example.com',
        },
      ],
    })

    const again = (await drop(csv(lines[1] as string, lines[0] as string)).expect(201)).body
    expect(again.lines).toMatchObject([{ state: 'matched' }, { state: 'already', orders: [one.number] }])
    expect(
      await confirm(desk, again.id, [
        { n: 3, order: one.number },
        { n: 2, order: two.number },
      ]),
    ).toMatchObject({
      booked: 1,
      orders: [two.number],
      already: [3],
    })
    const { body: later } = await desk.get(`${deskApiRoutes.statement}/${body.id}`).expect(200)
    expect(later.lines.map(({ state }: { state: string }) => state)).toEqual(['already', 'already', 'none'])
  })

  test('is booked once under any spelling of its account, which nobody names twice', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const lines = csv(`20/11/2026,458.00,Q ${number}`)
    const spelled = (field: string, name: string) =>
      drop(lines, 'text/csv', `?${field}=${encodeURIComponent(name)}`)
    for (const field of ['account', 'newAccount']) await spelled(field, ' - ').expect(422)
    const { body: asked } = await drop(lines, 'text/csv', '').expect(422)
    expect(asked).toMatchObject({ code: 'account_unknown', accounts: [], number: null })
    const { body } = await spelled('account', 'Épargne 1').expect(201)
    expect(await confirm(desk, body.id, [{ n: 2, order: number }])).toMatchObject({ booked: 1 })
    for (const field of ['account', 'newAccount']) {
      const { body: again } = await spelled(field, 'EPARGNE-1').expect(201)
      expect(again).toMatchObject({ account: 'Épargne 1', lines: [{ state: 'already', orders: [number] }] })
      const credit = [{ n: 2, order: number, as: 'credit' }]
      expect(await confirm(desk, again.id, credit)).toMatchObject({ booked: 0, already: [2] })
    }
    const { accounts, last } = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect({ accounts, last }).toMatchObject({
      accounts: [{ name: 'Épargne 1', statements: 3 }],
      last: 'Épargne 1',
    })
    expect((await spelled('account', 'other').expect(422)).body.accounts).toEqual(['Épargne 1'])
  })

  test('is booked once as CSV, OFX or CAMT.053 of its account, which is found by its number once it is known', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const lines = csv(`22/11/2026,458.00,Quokka Ck PS ${number}`)
    const { body: typed } = await drop(lines, 'text/csv', '?newAccount=everyday').expect(201)
    expect(await confirm(desk, typed.id, [{ n: 2, order: number }])).toMatchObject({ booked: 1 })
    clock.now += 1000
    await drop(csv('22/11/2026,1.00,Other'), 'text/csv', '?newAccount=savings').expect(201)
    const ofx = fixture('ofx-1.ofx', number)
    const asked = (await drop(ofx, 'application/x-ofx', '').expect(422)).body
    expect(asked).toMatchObject({
      code: 'account_unknown',
      detail: 'Which account has the number 12340417?',
      number: '12340417',
      accounts: ['everyday', 'savings'],
    })
    const already = { account: 'everyday', lines: [{ state: 'already', orders: [number] }, {}, {}] }
    expect((await drop(ofx, 'application/x-ofx', '?account=everyday').expect(201)).body).toMatchObject(
      already,
    )
    const camt = fixture('camt-053.xml', number)
    expect((await drop(camt, 'application/xml', '').expect(201)).body).toMatchObject(already)
    const credit = [{ n: 1, order: number, as: 'credit' }]
    const { body: own } = await drop(ofx, 'application/x-ofx', '').expect(201)
    expect(await confirm(desk, own.id, credit)).toMatchObject({ booked: 0, already: [1] })
    // A CSV belongs to the previous CSV's account.
    expect((await drop(lines, 'text/csv', '').expect(201)).body).toMatchObject({ account: 'savings' })

    const folder = mkdtempSync(join(tmpdir(), 'bank-'))
    const run = async (name: string, bytes: string | Buffer, ...args: string[]) => {
      writeFileSync(join(folder, name), bytes)
      return runAdmin(shop.environment, 'statement', join(folder, name), '--json', ...args)
    }
    expect(JSON.parse((await run('a.ofx', ofx)).stdout)).toMatchObject(already)
    const csvRun = await run('a.csv', lines, '--account', 'Everyday')
    expect(JSON.parse(csvRun.stdout)).toMatchObject({ account: 'everyday', lines: [{ state: 'already' }] })
  })

  test('asks whose a number is that somebody links to another account, by page and command line too', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { db } = shop.ctx.database
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const ofx = fixture('ofx-1.ofx', number)
    await drop(ofx, 'application/x-ofx', '?newAccount=everyday').expect(201)
    const detail = '12340417 has been the number of everyday. Is it savings’s from now on?'
    const other = await drop(ofx, 'application/x-ofx', '?newAccount=savings').expect(422)
    // A refused file creates no account.
    expect(other.body).toMatchObject({ code: 'account_unknown', detail, accounts: ['everyday'] })

    const cookie = await cookieOf(shop, 'books')
    const send = (fields: Record<string, string>, file?: Buffer) => {
      const form = supertest(shop.app)
        .post(deskRoutes.statement)
        .set({ Cookie: cookie, Origin: shop.ctx.config.siteUrl })
      for (const [name, value] of Object.entries(fields)) form.field(name, value)
      return file ? form.attach('file', file, 'bank.ofx') : form
    }
    const savings = { account: '+', newAccount: 'savings' }
    const { headers } = await send(savings, ofx).expect(303)
    const { text } = await supertest(shop.app)
      .get(String(headers.location))
      .set({ Cookie: cookie })
      .expect(200)
    expect(text).toContain(detail)
    expect(text).toMatch(
      /name="number" value="12340417".*<option value="everyday">everyday<.*<option value="\+" selected=""/s,
    )
    const [, upload = ''] = /name="upload" value="([^"]+)"/.exec(text) ?? []
    await send({ account: '+', newAccount: ' ', upload }).expect(422)
    const read = await send({ ...savings, upload, number: '12340417' }).expect(303)
    expect(read.headers.location).toMatch(/^\/desk\/statement\/stm_/)
    expect((await drop(ofx, 'application/x-ofx', '').expect(201)).body.account).toBe('savings')

    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'bank.ofx')
    writeFileSync(file, ofx)
    const run = (...args: string[]) => runAdmin(shop.environment, 'statement', file, ...args)
    const said =
      'Say --account "everyday", or --account "savings", or --new-account NAME, with --number "12340417".'
    expect((await run('--account', 'everyday')).stderr).toContain(said)
    const back = await run('--account', 'everyday', '--number', '1234 0417')
    expect(back.stdout).toMatch(/^Account everyday\n/)
    const known = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect(known.last).toBe(null)

    const [everyday, named] = known.accounts.map(({ id }: { id: string }) => `/api/desk/accounts/${id}`)
    const renamed = await desk.post(`${everyday}/rename`, { name: 'Everyday 1' }).expect(200)
    expect(renamed.body.accounts).toMatchObject([{ name: 'Everyday 1', statements: 2 }, {}])
    await desk.post(`${named}/rename`, { name: 'everyday-1' }).expect(422)
    await desk.post(`${named}/rename`, { name: '--' }).expect(422)
    const stays = await desk.post(`${everyday}/remove`).expect(422)
    expect(stays.body.detail).toBe('Everyday 1 has statements, so it stays.')
    expect(api['/api/desk/accounts/:id/remove']?.post?.errors).toContain(stays.body.code)
    await db
      .insertInto('bank_accounts')
      .values({ id: 'acc_1', name: 'new', key: 'new', created_at: '' })
      .execute()
    await db.insertInto('bank_account_numbers').values({ number: '77', account_id: 'acc_1' }).execute()
    const gone = await runAdmin(shop.environment, 'accounts', 'remove', 'New')
    expect(gone).toMatchObject({ status: 0, stdout: 'new is removed.\n' })
    await desk.post('/api/desk/accounts/acc_1/remove').expect(422)
    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    const changed = entries.filter(({ act }: { act: string }) => act.startsWith('account.'))
    expect(changed).toMatchObject([
      { act: 'account.removed', before: { account: 'new' } },
      { act: 'account.renamed', before: { account: 'everyday' }, after: { account: 'Everyday 1' } },
    ])
  })

  test('is of one account, however many name it or its number at once', onBoth, async () => {
    const { shop, drop } = await openDesk()
    const { db } = shop.ctx.database
    const lines = csv('22/11/2026,1.00,A')
    const same = await Promise.all([1, 2, 3].map(() => drop(lines, 'text/csv', '?newAccount=main')))
    expect(same.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await db.selectFrom('bank_accounts').select('name').execute()).toHaveLength(1)
    const ofx = fixture('ofx-1.ofx', 'RENT')
    const apart = await Promise.all(
      ['a', 'b', 'c'].map((name) => drop(ofx, 'application/x-ofx', `?newAccount=${name}`)),
    )
    expect(apart.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    expect(await db.selectFrom('bank_account_numbers').selectAll().execute()).toHaveLength(1)
  })

  test('has equal lines that each count once', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const line = '22/11/2026,100.00,SAME'
    const book = async (bytes: string) => {
      const { body } = await drop(bytes).expect(201)
      const lines = body.lines.map(({ n }: { n: number }) => ({ n, order: number, as: 'part' }))
      return (await confirm(desk, body.id, lines)).booked
    }
    expect(await book(csv(line, line))).toBe(2)
    expect(await book(csv('23/11/2026,1.00,OTHER', line, line, line))).toBe(2)
  })

  test(
    'is only proposed if it looks like one that is booked, in another format or by other columns',
    onBoth,
    async () => {
      const { shop, desk, clock, drop } = await openDesk()
      const [half, whole, other] = [await place(shop), await place(shop), await place(shop)]
      clock.now += 5 * 24 * 3_600_000
      const rows = [half, whole].map(
        ({ number }, index) => `22/11/2026,${index + 1}.00,Q ${number},GROCERIES`,
      )
      const file = `Date,Amount,Description,Category\n${rows.join('\n')}\n`
        .replace('1.00', '+229.00')
        .replace('2.00', '458.00')
      const { body } = await drop(file).expect(201)
      await confirm(desk, body.id, [
        { n: 2, order: half.number, as: 'part' },
        { n: 3, order: whole.number, as: 'full' },
      ])
      const entry = (amount: string, text: string) =>
        `<STMTTRN><DTPOSTED>20261122<TRNAMT>${amount}<NAME>${text}</STMTTRN>`
      const ofx = (...entries: string[]) => `<OFX><STMTRS>${entries.join('')}</STMTRS></OFX>`
      const [first, second] = [entry('229.00', `Q ${half.number}`), entry('458.00', `Q ${whole.number}`)]
      const again = ofx(first, second)
      const doubt = (number: string) => ({
        state: 'proposed',
        orders: [number],
        why: [`Names ${number}, but the line looks like one that is booked for ${number}`],
      })
      const doubts = [doubt(half.number), doubt(whole.number)]
      expect((await drop(again, 'application/x-ofx').expect(201)).body.lines).toMatchObject(doubts)
      // A file that has the booked line too has another one.
      const more = await drop(`${file}22/11/2026,458.00,Q ${other.number},\n`).expect(201)
      expect(more.body.lines[2]).toMatchObject({ state: 'matched', orders: [other.number] })
      const fewer = '?newAccount=main&columns=date,amount,text,ignore'
      expect((await drop(file, 'text/csv', fewer).expect(201)).body.lines).toMatchObject(doubts)
      // Another account may well have as much on that day.
      const elsewhere = (await drop(again, 'application/x-ofx', '?newAccount=savings').expect(201)).body
      expect(elsewhere.lines[0]).toMatchObject({ state: 'matched' })
    },
  )

  test('is only proposed once somebody corrects the order of its day and month', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    clock.now = Date.parse('2027-02-01T02:00:00Z')
    const [half, other] = [await place(shop), await place(shop)]
    clock.now = Date.parse('2027-03-10T02:00:00Z')
    const file = `Date,Amount,Text\n03/02/2027,100.00,Q ${half.number}\n01/03/2027,-1.00,FEE\n`
    const read = async (bytes: string, dates: string) =>
      (await drop(bytes, 'text/csv', `?account=main&dates=${dates}`).expect(201)).body
    await drop(file, 'text/csv', '?newAccount=main&dates=dmy').expect(201)
    const wrong = await read(file, 'mdy')
    expect(wrong.lines[0].date).toBe('2027-03-02')
    await confirm(desk, wrong.id, [{ n: 2, order: half.number, as: 'part' }])
    const right = await read(file, 'dmy')
    expect(right.lines[0]).toMatchObject({
      date: '2027-02-03',
      state: 'proposed',
      why: [`Names ${half.number}, but the line looks like one that is booked for ${half.number}`],
    })
    const another = await read(file.replace(half.number, other.number), 'dmy')
    expect(another.lines[0]).toMatchObject({
      state: 'wrong_amount',
      orders: [other.number],
      why: [`Names ${other.number}`],
    })
  })

  test('is of its own account in a file of several, and equal lines of two both count', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const camt = fixture('camt-053.xml', 'RENT').toString()
    const [part = ''] = /<Stmt>.*<\/Stmt>/s.exec(camt) ?? []
    const both = camt.replace(part, part + part.replace('12340417', '99'))
    const ask = (query: string) => drop(both, 'application/xml', query)
    // No number is linked if the name may belong to either.
    expect((await ask('?newAccount=everyday').expect(422)).body).toMatchObject({ number: '12340417' })
    const next = (await ask('?newAccount=everyday&number=12340417').expect(422)).body
    expect(next).toMatchObject({ number: '99', accounts: ['everyday'] })
    const { body } = await ask('?newAccount=savings').expect(201)
    expect(body).toMatchObject({ account: 'everyday, savings', lines: { length: 6 } })
    expect(body.lines[3]).toMatchObject({ n: 4, account: 'savings', amount: 45_800 })
    const as = 'full'
    expect(
      await confirm(desk, body.id, [
        { n: 1, order: one.number, as },
        { n: 4, order: two.number, as },
      ]),
    ).toMatchObject({ booked: 2 })
    const { body: second } = await drop(camt.replace('12340417', '99'), 'application/xml', '').expect(201)
    expect(second).toMatchObject({
      account: 'savings',
      lines: [{ state: 'already', orders: [two.number], account: null }, {}, {}],
    })
  })
})

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
import { fixture, fixtures } from './fixtures/fixtures.ts'

describeOnEitherEngine('a statement with columns', (databases) => {
  const openDesk = useStatements(databases)

  test('takes nothing of an unreadable file, and remembers columns of a booked line', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const { db } = shop.ctx.database
    const bad = await drop('<Document/>', 'application/xml').expect(422)
    expect(bad.body).toMatchObject({ code: 'statement_unreadable', line: 1 })
    expect(await db.selectFrom('statement_lines').select('n').execute()).toEqual([])

    const odd = `22/11/2026,${number},1.00,,458.00\n21/11/2026,B,1.00,,2.00\n`
    const unknown = await drop(odd).expect(422)
    expect(unknown.body).toMatchObject({
      code: 'columns_unknown',
      rows: [['22/11/2026', number, '1.00', '', '458.00'], expect.any(Array)],
    })
    await drop(odd, 'text/csv', '?newAccount=main&columns=date,words').expect(422)
    const named = await drop(
      odd,
      'text/csv',
      '?newAccount=main&columns=date,text,ignore,ignore,credit',
    ).expect(201)
    await drop(odd).expect(422)
    await confirm(desk, named.body.id, [{ n: 1, order: number }])
    await drop(odd, 'text/csv', '?account=Main').expect(201)
    await drop(odd).expect(201)
    await drop(odd, 'text/csv', '?newAccount=other').expect(422)
    await drop(csv('22/11/2026,1.00,C')).expect(201)
    await drop('{}', 'application/json').expect(415)
    await desk.get(`${deskApiRoutes.statement}/stm_none`).expect(404)
  })

  test('has no columns of another layout, and money that went out pays nothing', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const first = await drop(`Date,Text,Debit,Credit\n22/11/2026,${one.number},,458.00\n`).expect(201)
    expect(await confirm(desk, first.body.id, [{ n: 2, order: one.number }])).toMatchObject({ booked: 1 })
    const swapped = `Date,Text,Credit,Debit\n22/11/2026,${two.number},,458.00\n`
    const { body } = await drop(swapped).expect(201)
    expect(body).toMatchObject({
      decisions: {
        columns: ['date', 'text', 'credit', 'debit'],
        dates: 'dmy',
        decimal: '.',
        unsigned: 'in',
        out: null,
      },
      decided: ['Days come first.', 'Points are decimals.'],
      sample: {
        header: ['Date', 'Text', 'Credit', 'Debit'],
        rows: [['22/11/2026', two.number, '', '458.00']],
      },
      lines: [{ amount: -45_800, state: 'none' }],
    })
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'swapped.csv')
    writeFileSync(file, swapped)
    const ran = await runAdmin(
      shop.environment,
      'statement',
      file,
      '--new-account',
      'main',
      '--book',
      '--json',
    )
    expect(JSON.parse(ran.stdout)).toMatchObject({ confirmed: { booked: 0 } })
  })

  test('shows what couldn’t be read, and asks what no row tells, until a line is booked', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const first = `11/12/2026;+458,00;${number}\n11/12/2026;ten;B\n`
    const asked = (await drop(first).expect(422)).body
    expect(asked).toMatchObject({
      code: 'columns_unknown',
      detail: '“11/12/2026” is 11 December 2026 or 12 November 2026. Does the day come first, or the month?',
      guess: ['date', 'amount', 'text'],
      dates: null,
      decimal: ',',
      readings: [{ of: 'dates', text: '11/12/2026', ways: [{ value: 'dmy' }, { value: 'mdy' }] }],
    })
    await drop(first, 'text/csv', '?newAccount=main&dates=dm').expect(422)
    await drop(first, 'text/csv', '?newAccount=main&decimal=;').expect(422)
    clock.now += 30 * 24 * 3_600_000
    const { body } = await drop(first, 'text/csv', '?newAccount=main&dates=dmy').expect(201)
    expect(body).toMatchObject({
      decisions: {
        columns: ['date', 'amount', 'text'],
        dates: 'dmy',
        decimal: ',',
        unsigned: 'in',
        out: null,
      },
      decided: ['Days come first.', 'Commas are decimals.'],
      unread: [{ line: 2, text: '11/12/2026 ten B', reason: '“ten” isn’t an amount.' }],
      lines: [{ n: 1, date: '2026-12-11', amount: 45_800, state: 'matched' }],
    })
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    expect(page.text).toMatch(/Days come first. Commas are decimals.*“ten” isn’t an amount/s)
    // A row of the second kind stands where the file has it.
    const mixed = `10/12/2026;-1,00;A\n11/12/2026;ten;B\n12/12/2026;-3,00;C\n`
    const { body: among } = await drop(mixed, 'text/csv', '?newAccount=main&dates=dmy').expect(201)
    const part = (await desk.get(`${deskApiRoutes.statementOf(among.id)}?each=2`).expect(200)).body
    expect(part).toMatchObject({ lines: [{ n: 1 }], unread: [{ line: 2 }], next: 2, totals: { unread: 1 } })
    const { text } = await supertest(shop.app)
      .get(deskRoutes.statementOf(among.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
    expect(text).toMatch(/Left alone.*10\.?\sDec.*“ten” isn’t an amount.*12\.?\sDec/s)
    await drop(first).expect(422)
    await confirm(desk, body.id, [{ n: 1, order: number }])
    expect((await drop(first).expect(201)).body.lines).toMatchObject([{ state: 'already' }])
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'bank.csv')
    writeFileSync(file, first)
    const said = await runAdmin(shop.environment, 'statement', file, '--new-account', 'b', '--dates', 'mdy')
    expect(said.stdout).toMatch(
      /^Account b\nMonths come first. Commas are decimals.\n.*2026-11-12.*2 {2}Not read: “ten” isn’t/s,
    )
    const open = await runAdmin(shop.environment, 'statement', file, '--new-account', 'b')
    expect(open.stderr).toMatch(/ --(new-)?account "b" --columns date,amount,text --dates dmy --decimal ,/)
  })

  test('is read anew with columns that a person corrects, and they are kept', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const wrong = '?newAccount=main&columns=date,text,debit,credit'
    const right = '?newAccount=main&columns=date,text,credit,debit'
    const file = (text: string) =>
      `When,What,A,B\n22/11/2026,${text},3.00,\n21/11/2026,${one.number},,458.00\n`
    const first = await drop(file('X'), 'text/csv', wrong).expect(201)
    await confirm(desk, first.body.id, [{ n: 3, order: one.number }])
    const { body: taken } = await drop(file(two.number)).expect(201)
    expect(taken.lines).toMatchObject([{ amount: -300 }, { state: 'already' }])
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(taken.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    expect(page.text).toMatch(/Wrong columns\?.*<option value="credit" selected="">.*name="file"/s)
    expect(page.text).toMatch(/>When<.*>What<.*>22\/11\/2026</s)
    const { body: corrected } = await drop(file(two.number), 'text/csv', right).expect(201)
    expect(corrected.lines).toMatchObject([{ amount: 300, state: 'wrong_amount' }, { amount: -45_800 }])
    expect((await drop(file('Y')).expect(201)).body.lines).toMatchObject([
      { amount: 300 },
      { amount: -45_800 },
    ])
    const other = 'When,What,B\n22/11/2026,X,3.00\n'
    await drop(other, 'text/csv', '?newAccount=main&columns=date,text,debit').expect(422)
  })

  test('comes in every form, by the command line too', async () => {
    const { shop, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const dir = mkdtempSync(join(tmpdir(), 'bank-'))
    for (const [name, type] of Object.entries(fixtures)) {
      const bytes = fixture(name, number)
      const { body } = await drop(bytes, type).expect(201)
      expect([name, body.lines]).toMatchObject([
        name,
        [{ state: 'matched', orders: [number] }, { state: 'none' }, { state: 'none' }],
      ])
      const file = join(dir, name)
      writeFileSync(file, bytes)
      const ran = await runAdmin(shop.environment, 'statement', file, '--new-account', 'main', '--json')
      expect(JSON.parse(ran.stdout).lines).toEqual(body.lines)
    }
  })
})

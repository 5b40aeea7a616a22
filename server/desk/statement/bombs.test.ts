import { spawnSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { maxStatementBytes } from '#shared/http/body-limit.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnSqlite } from '../../testing/support/databases.ts'
import { cookieOf, deskOptions } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'
import { takePlace } from './take-turns.ts'

/** Starts of files, and what is repeated until they are as large as the site takes them. */
const bombs = {
  'commas in a line': ['1/11/2026,a,1.00', ','],
  'semicolons in a line': ['1/11/2026;a;1.00', ';'],
  'tabs in a line': ['1/11/2026\ta\t1.00', '\t'],
  'rows of empty cells': ['1/11/2026,a,1.00\n', ',,,,,,,,,\n'],
  'rows of short cells': ['1/11/2026,a,1.00\n', 'a,b,c,d,e,f\n'],
  'line feeds': ['1/11/2026,a,1.00', '\n'],
  'carriage returns': ['1/11/2026,a,1.00', '\r'],
  'letters in a row': ['1/11/2026,a,1.00\n', 'é '],
  'letters in quotes': ['1/11/2026,"a,1.00\n', `${'é '.repeat(90)}\n`],
  elements: ['<Document><BkToCstmrStmt><Stmt>', '<a/>'],
  entries: ['<Document><BkToCstmrStmt><Stmt>', '<Ntry/>'],
  'nested elements': ['<Document>', '<a>'],
  attributes: ['<Document><a ', 'b="" '],
  transactions: ['<OFX>', '<STMTTRN>'],
  accounts: ['<OFX>', '<STMTRS>'],
} as const

/** The heap of a process that does nothing else takes 10 MB. */
const heapMegabytes = 64

test('bombs are refused before they fill a small heap, which would end their process', () => {
  const reader = new URL('read/read-file.ts', import.meta.url).href
  const program = `
    const { readBankFile } = await import(${JSON.stringify(reader)})
    for (const [name, [start, part]] of Object.entries(${JSON.stringify(bombs)})) {
      const bytes = Buffer.alloc(${maxStatementBytes}, part)
      bytes.write(start)
      const how = { bytes, remembered: null, today: '2026-11-30' }
      const { detail } = await readBankFile({ ...how, chosen: null })
      await readBankFile({ ...how, chosen: { encoding: 'utf-16le', delimiter: 'pipe' } })
      console.log(name + ': ' + detail)
    }`
  const flags = [`--max-old-space-size=${heapMegabytes}`, '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' })
  const refused = stdout.split('\n').filter((line) => line.includes('more than'))
  expect({ refused: refused.map((line) => line.split(':')[0]), stderr }).toEqual({
    refused: Object.keys(bombs),
    stderr: '',
  })
})

test('5,000 wordy entries of CAMT.053 are read in half of that heap', () => {
  const reader = new URL('read/read-file.ts', import.meta.url).href
  const entry = `<Ntry><Amt Ccy="EUR">9.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-02</Dt></BookgDt><BkTxCd><Domn><Cd>
    PMNT</Cd><Fmly><Cd>RCDT</Cd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>1</EndToEndId></Refs><RltdPties>
    <Dbtr><Nm>Ada</Nm><PstlAdr><Ctry>DE</Ctry></PstlAdr></Dbtr></RltdPties><RltdAgts><DbtrAgt><FinInstnId><BIC>BYLADEM1</BIC>
    </FinInstnId></DbtrAgt></RltdAgts><RmtInf><Ustrd>${'Thank you '.repeat(20)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  const program = `
    const { readBankFile } = await import(${JSON.stringify(reader)})
    const entries = ${JSON.stringify(entry)}.repeat(5000)
    const bytes = Buffer.from('<Document><BkToCstmrStmt><Stmt>' + entries + '</Stmt></BkToCstmrStmt></Document>')
    console.log((await readBankFile({ bytes, chosen: null, remembered: null, today: '2026-11-30' })).texts.length)`
  const flags = [`--max-old-space-size=${heapMegabytes / 2}`, '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: '5000\n', stderr: '' })
})

describeOnSqlite('a statement’s upload', (databases) => {
  const openShop = useShops(databases)

  test('is never unpacked, and no larger than 5 MiB', async () => {
    const shop = await openShop(await deskOptions())
    const { app, ctx } = shop
    const cookie = await cookieOf(shop, 'books')
    const send = (body: Buffer) =>
      supertest(app)
        .post(`${deskApiRoutes.statement}?newAccount=main`)
        .set({ Cookie: cookie, Origin: ctx.config.siteUrl, 'Content-Type': 'text/csv' })
        .send(body)
    const small = gzipSync(`1/11/2026,a,1.00${','.repeat(39 << 20)}`)
    const packed = await send(small).set('Content-Encoding', 'gzip').expect(415)
    expect(packed.body.code).toBe('unsupported_media_type')
    const large = await send(Buffer.alloc(maxStatementBytes + 1, 'a')).expect(413)
    expect(large.body).toMatchObject({
      code: 'payload_too_large',
      detail: 'The body is larger than 5 MiB.',
    })
    const cells = await send(Buffer.alloc(maxStatementBytes, ',')).expect(422)
    expect(cells.body).toMatchObject({ code: 'statement_unreadable', line: 1 })
    await send(Buffer.from(csv)).expect(201)
    for (const path of [
      deskApiRoutes.statement,
      deskRoutes.statement,
      deskApiRoutes.imports,
      deskRoutes.imports,
    ]) {
      const answer = await supertest(app).options(path).set('Cookie', cookie).expect(405)
      expect([path, answer.get('allow')]).toEqual([path, 'GET, HEAD, POST'])
    }
  })

  test('finds no place behind four others, whatever is sent, by script or by form', async () => {
    const shop = await openShop(await deskOptions())
    const { app, ctx } = shop
    const headers = { Cookie: await cookieOf(shop, 'books'), Origin: ctx.config.siteUrl }
    const send = (body: string | Buffer) =>
      supertest(app)
        .post(`${deskApiRoutes.statement}?newAccount=main`)
        .set(headers)
        .type('text/csv')
        .send(body)
    const { body } = await send(csv).expect(201)
    const leaving = Promise.withResolvers<void>()
    const others = [1, 2, 3, 4].map(() => takePlace(ctx.database, () => leaving.promise))
    // Nobody reads its body, so nobody says that it is too large.
    const refused = await send(Buffer.alloc(maxStatementBytes + 1))
      .expect(503)
      .expect('Retry-After', '5')
    expect(refused.body.code).toBe('temporarily_unavailable')
    const form = () =>
      supertest(app)
        .post(deskRoutes.statement)
        .set(headers)
        .field('account', '+')
        .field('newAccount', 'main')
        .attach('file', Buffer.from(csv))
    const page = await form().expect(503).expect('Retry-After', '5')
    expect(page.text).toContain('try again in a moment')
    await supertest(app).get(deskApiRoutes.statementOf(body.id)).set(headers).expect(503)
    await supertest(app).get(deskRoutes.statementOf(body.id)).set(headers).expect(503)
    leaving.resolve()
    await Promise.all(others)
    await supertest(app).get(deskApiRoutes.statementOf(body.id)).set(headers).expect(200)
    await send(csv).expect(201)
  })
})

const csv = 'Date,Amount,Description\n22/11/2026,+1.00,A\n'

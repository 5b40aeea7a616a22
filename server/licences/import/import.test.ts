import { createHash } from 'node:crypto'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { signIn } from '../../testing/support/customer.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { openDying } from '../../testing/support/dying-process.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { replaceKey } from '../licensing/acts.ts'
import { getLicence } from '../licensing/look-up.ts'
import { reencryptKeys } from '../licensing/reencrypt-keys.ts'
import { remind } from '../reminders/remind.ts'
import type { Choices } from './choices.ts'
import { recheckImport, startImport, takeFile } from './imports.ts'
import { createImporter, purgeFiles } from './resume-imports.ts'
import { findImport, runImport } from './run-import.ts'
import { openStored } from './stored-file.ts'

const who = 'alex@example.com'
const clockOf = (now: { ms: number }) => () => new Date(now.ms)

/** @param count rows of as many customers, with keys KEY-00001 and so on */
function fileOf(count: number, more: string[] = [], prefix = 'KEY'): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const n = String(index + 1).padStart(5, '0')
    return `c${n}@example.com,Customer ${n},solo,2024-01-31,${prefix}-${n},O-${n}`
  })
  return ['email,name,product,bought,key,order', ...rows, ...more, ''].join('\n')
}

describeOnEitherEngine('an import', (databases) => {
  const openShop = useShops(databases)

  const upload = (shop: Pick<TestShop, 'ctx'>, text: string, name = 'old.csv') =>
    takeFile(shop.ctx, {
      name,
      who,
      file: (async function* () {
        yield Buffer.from(text)
      })(),
    })
  const run = ({ ctx }: Pick<TestShop, 'ctx'>, id: string) =>
    runImport(ctx, id, { open: openStored(ctx, id) })
  const previewOf = async ({ ctx }: TestShop, id: string) =>
    JSON.parse((await findImport(ctx.database.db, id)).preview ?? '{}')
  const bring = async (shop: TestShop, text: string, choices: Partial<Choices> = {}) => {
    const id = await upload(shop, text)
    const { db } = shop.ctx.database
    const guessed = JSON.parse((await findImport(db, id)).choices)
    await recheckImport(shop.ctx, id, { ...guessed, ...choices })
    await startImport(shop.ctx, id)
    return run(shop, id)
  }
  const rowsOf = async ({ ctx: { database } }: TestShop) => {
    const licences = await database.db
      .selectFrom('imported_licences')
      .innerJoin('licences', 'licences.id', 'imported_licences.licence_id')
      .leftJoin('old_keys', 'old_keys.licence_id', 'licences.id')
      .select(['line', 'email', 'old_keys.key_hint as hint', 'status', 'licences.created_at as bought'])
      .orderBy('line')
      .execute()
    const audited = await database.db
      .selectFrom('audit_entries')
      .select(['act', 'subject', 'after'])
      .orderBy('at')
      .orderBy('id')
      .execute()
    const others = await Promise.all(
      (['mails', 'webhook_deliveries', 'orders', 'import_chunks'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    return { licences, audited, others: others.flat() }
  }

  test('brings licences along as they were bought, audited as one act, with nothing mailed or booked', async () => {
    const shop = await openShop()
    const text = fileOf(3, ['x,Wrong,solo,2024-01-31,KEY-99999,'])
    const id = await upload(shop, text)
    const preview = await previewOf(shop, id)
    expect(preview).toMatchObject({
      rows: 4,
      fresh: 3,
      known: 0,
      refused: 1,
      faults: [{ line: 5, field: 'email', detail: '“x” is no address.' }],
      products: [{ name: 'solo', rows: 4 }],
    })
    expect((await rowsOf(shop)).licences).toEqual([])
    await startImport(shop.ctx, id)
    const done = await run(shop, id)
    expect(done).toMatchObject({ done: 4, created: 3, known: 0, refused: 1, mailed: 0, stored: 0 })
    const { licences, audited, others } = await rowsOf(shop)
    expect(licences).toMatchObject([
      { line: 2, email: 'c00001@example.com', hint: '…01', status: 'active' },
      { line: 3 },
      { line: 4, bought: '2024-01-30T13:00:00.000Z' },
    ])
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect(audited.map(({ after, ...entry }) => ({ ...entry, ...JSON.parse(after) }))).toEqual([
      {
        act: 'licences.imported',
        subject: id,
        file: 'old.csv',
        sha256,
        rows: 4,
        fresh: 3,
        known: 0,
        refused: 1,
      },
    ])
    expect(others).toEqual([])
    const found = await getLicence(shop.ctx.database.db, 'key 00002', shop.ctx.keyring)
    expect(found).toMatchObject({ email: 'c00002@example.com', updates_until: '2025-01-31T12:59:59.999Z' })
  })

  test('of the same file, or of one that grew, adds what is new alone, and nothing is audited for nothing', async () => {
    const shop = await openShop()
    await bring(shop, fileOf(120))
    const before = await rowsOf(shop)
    expect(await bring(shop, fileOf(120))).toMatchObject({ created: 0, known: 120, refused: 0 })
    const after = await rowsOf(shop)
    expect([after.licences, after.audited]).toEqual([before.licences, before.audited])
    expect(await bring(shop, fileOf(130))).toMatchObject({ created: 10, known: 120 })
    await replaceKey(shop.ctx, (await getLicence(shop.ctx.database.db, 'KEY-00007', shop.ctx.keyring)).id, {
      who,
    })
    expect(await bring(shop, fileOf(130))).toMatchObject({ created: 0, known: 130 })
    await expect(getLicence(shop.ctx.database.db, 'KEY-00007', shop.ctx.keyring)).rejects.toThrow('replaced')
  })

  test(
    'leaves a key with the first of two rows that claim it, of any file, and says so',
    onBoth,
    async () => {
      const shop = await openShop()
      const twice = [
        'eve@example.com,Eve,solo,2024-01-31,key 00001,',
        'C00001@example.com,C,solo,2024-01-31,KEY00001,',
      ]
      const id = await upload(shop, fileOf(150, twice))
      const fault = { line: 152, field: 'key', detail: 'Line 2 has it, too, for another address or product.' }
      expect(await previewOf(shop, id)).toMatchObject({ fresh: 150, known: 1, refused: 1, faults: [fault] })
      await startImport(shop.ctx, id)
      expect(await run(shop, id)).toMatchObject({ created: 150, known: 1, refused: 1 })
      const later = await upload(shop, fileOf(0, twice.slice(0, 1)))
      expect((await previewOf(shop, later)).faults).toEqual([
        { line: 2, field: 'key', detail: 'An earlier import gave it to another licence.' },
      ])
    },
  )

  test('refuses keys that this shop issued, replaced or not, and takes others of their shape', async () => {
    const shop = await openShop()
    const [own, replaced] = [await seedLicence(shop.ctx), await seedLicence(shop.ctx)]
    await replaceKey(shop.ctx, replaced.id, { who })
    const keys = [own.key, replaced.key.toLowerCase()].map((key) => `a@b.example,A,solo,2024-01-31,${key},`)
    const id = await upload(shop, fileOf(1, keys))
    const detail = 'It is a key of this shop already.'
    expect(await previewOf(shop, id)).toMatchObject({
      fresh: 1,
      refused: 2,
      faults: [
        { line: 3, detail },
        { line: 4, detail },
      ],
    })
  })

  test('tells licences without a key by their order, address and product', async () => {
    const shop = await openShop()
    const rows = [
      'a@b.example,A,solo,2024-01-31,,7',
      'A@b.example,A,solo,2024-01-31,,7',
      'a@b.example,A,studio,2024-01-31,,7',
    ]
    expect(await bring(shop, fileOf(0, rows))).toMatchObject({ created: 2, known: 1 })
    expect(await bring(shop, fileOf(0, rows))).toMatchObject({ created: 0, known: 3 })
  })

  const otherwise =
    'An earlier import has it for another address or product. If this is one more licence, name its order otherwise.'

  test('that reads a file otherwise gives its licences their old keys, and doubles none', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    const of = [
      'c00001@example.com,C,studio,2024-01-31,KEY-00009,O-00001',
      'x@b.example,X,solo,,KEY-00008,O-00002',
    ]
    const text = fileOf(1, of)
    expect(await bring(shop, text, { map: { key: '' } })).toMatchObject({ created: 3 })
    const id = await upload(shop, text)
    await recheckImport(shop.ctx, id, { ...JSON.parse((await findImport(db, id)).choices), map: {} })
    expect(await previewOf(shop, id)).toMatchObject({ fresh: 0, known: 3, completed: 3, refused: 0 })
    await startImport(shop.ctx, id)
    expect(await run(shop, id)).toMatchObject({ created: 0, known: 3, refused: 0 })
    const { licences, audited } = await rowsOf(shop)
    expect(licences.map(({ hint, email }) => [hint, email])).toEqual([
      ['…01', 'c00001@example.com'],
      ['…09', 'c00001@example.com'],
      ['…08', 'x@b.example'],
    ])
    expect(audited.map(({ subject }) => subject)).toEqual([expect.any(String), id])
    const found = await getLicence(db, 'KEY-00009', shop.ctx.keyring)
    expect(found).toMatchObject({ plan: 'Studio', known_as: '…09 O-00001 O00001' })
    // A second copy of the order, and whoever comes by either file again.
    const more = fileOf(1, [...of, 'x@b.example,X,solo,,KEY-00007,O-00002'])
    expect(await bring(shop, more)).toMatchObject({ created: 1, known: 3, refused: 0 })
    expect(await bring(shop, more, { map: { key: '' } })).toMatchObject({ created: 0, known: 4, refused: 0 })
    expect(await bring(shop, more, { map: {} })).toMatchObject({ created: 0, known: 4, refused: 0 })
  })

  test('refuses an order that an earlier one has for another address or product', async () => {
    const shop = await openShop()
    const rows = ['a@b.example,A,Pro,2024-01-31,,7', 'a@b.example,A,Deluxe,2024-01-31,,8']
    const text = fileOf(0, rows)
    expect(await bring(shop, text, { products: { Pro: 'solo' } })).toMatchObject({ created: 1, refused: 1 })
    const fault = (line: number) => ({ line, field: 'order', detail: otherwise })
    const said = await upload(shop, text.replace('Pro', 'studio').replace('Deluxe', 'solo'))
    expect(await previewOf(shop, said)).toMatchObject({ fresh: 1, refused: 1, faults: [fault(2)] })
    const mended = await upload(shop, fileOf(0, ['aa@b.example,A,solo,2024-01-31,,7']))
    expect((await previewOf(shop, mended)).faults).toEqual([fault(2)])
    const keyed = await upload(shop, fileOf(0, ['aa@b.example,A,solo,2024-01-31,KEY-00001,7']))
    expect((await previewOf(shop, keyed)).faults).toEqual([fault(2)])
    // The file that brought it along has another product of the order, which was refused.
    const grown = fileOf(0, ['a@b.example,A,studio,2024-01-31,,7', ...rows])
    expect(await bring(shop, grown, { products: { Pro: 'solo', Deluxe: '' } })).toMatchObject({
      created: 1,
      known: 1,
    })
  })

  test('takes an order that very many licences share for no order', async () => {
    const shop = await openShop()
    const rows = (count: number) =>
      fileOf(
        0,
        Array.from({ length: count }, (_, n) => `c${n}@b.example,C,solo,2024-01-31,,web`),
      )
    expect(await bring(shop, rows(101))).toMatchObject({ created: 101 })
    expect(await bring(shop, fileOf(0, ['d@b.example,D,solo,2024-01-31,,web']))).toMatchObject({ created: 1 })
  })

  test('by two owners at once, in two processes, counts each licence once', onBoth, async () => {
    const shop = await openShop()
    const other = await shop.another()
    const ids = await Promise.all([upload(shop, fileOf(250)), upload(other, fileOf(250, [], 'key'))])
    for (const id of ids) await startImport(shop.ctx, id)
    const [one, two] = ids as [string, string]
    const done = await Promise.all([run(shop, one), run(other, one), run(shop, two), run(other, two)])
    const [first, , second] = done
    expect(Number(first?.created) + Number(second?.created)).toBe(250)
    for (const each of done) expect(Number(each.created) + Number(each.known)).toBe(250)
    const { licences, audited } = await rowsOf(shop)
    expect(new Set(licences.map(({ email }) => email)).size).toBe(250)
    expect(licences).toHaveLength(250)
    expect(ids).toEqual(expect.arrayContaining(audited.map(({ subject }) => subject)))
    expect(new Set(audited.map(({ subject }) => subject)).size).toBe(audited.length)
  })

  test('that dies between any two steps loses and doubles nothing once it goes on', onBoth, async () => {
    const shop = await openShop()
    let isFinished = false
    let steps = 0
    for (; !isFinished; steps += 1) {
      const id = await upload(shop, fileOf(150, ['x,,solo,2024-01-31,K-1-2-3-4,'], `T${steps}`))
      await startImport(shop.ctx, id)
      const dying = await openDying(shop, steps)
      await run(dying, id).catch(() => {})
      isFinished = !dying.isKilled()
      const done = await run(shop, id)
      expect([steps, done.done, done.created, done.refused]).toEqual([steps, 151, 150, 1])
      const { db } = shop.ctx.database
      const keys = await db
        .selectFrom('imported_licences')
        .select('line')
        .where('import_id', '=', id)
        .execute()
      expect(new Set(keys.map(({ line }) => line)).size).toBe(150)
      const audited = await db.selectFrom('audit_entries').select('id').where('subject', '=', id).execute()
      expect([steps, keys.length, audited.length]).toEqual([steps, 150, 1])
    }
    expect(steps).toBeGreaterThan(3)
  })

  test('goes on by itself in whichever process sweeps next, and ends where it stops', onBoth, async () => {
    const shop = await openShop()
    const id = await upload(shop, fileOf(250))
    const importer = createImporter(shop.ctx)
    await importer.resume()
    await shop.ctx.background.settled()
    expect(await findImport(shop.ctx.database.db, id)).toMatchObject({ done: 0, finished_at: null })
    await startImport(shop.ctx, id)
    const stopping = createImporter(shop.ctx)
    await stopping.resume()
    stopping.stop()
    await shop.ctx.background.settled()
    expect(await findImport(shop.ctx.database.db, id)).toMatchObject({ finished_at: null })
    await importer.resume()
    await shop.ctx.background.settled()
    expect(await findImport(shop.ctx.database.db, id)).toMatchObject({
      created: 250,
      finished_at: expect.any(String),
    })
  })

  test('keeps its file sealed, for a day at most, and for no other secret', async () => {
    const now = { ms: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: clockOf(now) })
    const { db } = shop.ctx.database
    const [begun, idle] = [await upload(shop, fileOf(3)), await upload(shop, fileOf(4))]
    const chunks = await db.selectFrom('import_chunks').selectAll().execute()
    expect(JSON.stringify(chunks)).not.toContain('example.com')
    await startImport(shop.ctx, begun)
    expect(await purgeFiles(shop.ctx, new Date(now.ms + 86_400_000))).toBe(false)
    expect(await purgeFiles(shop.ctx, new Date(now.ms + 86_400_001))).toBe(true)
    expect(await purgeFiles(shop.ctx, new Date(now.ms + 86_400_001))).toBe(false)
    await expect(startImport(shop.ctx, idle)).rejects.toMatchObject({ code: 'import_file_gone' })
    await expect(recheckImport(shop.ctx, begun, {} as Choices)).rejects.toMatchObject({
      code: 'import_started',
    })
    await shop.ctx.keyring.replaceSecrets(db, (trx, secrets) =>
      reencryptKeys(trx, { ...secrets, random: shop.ctx.random }),
    )
    expect(await findImport(db, begun)).toMatchObject({ stored: 0, finished_at: null })
    expect(await bring(shop, fileOf(3))).toMatchObject({ created: 3 })
  })

  test('that begins while old files are deleted keeps its file, or doesn’t begin', onBoth, async () => {
    const now = { ms: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: clockOf(now) })
    const { db } = shop.ctx.database
    const later = new Date(now.ms + 86_400_001)
    /** The same database, where something happens once the first query is answered. */
    const interrupted = (act: () => Promise<unknown>) => {
      const acts = [act]
      const late = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          await acts.pop()?.()
          return result
        },
      })
      return { ...shop.ctx, database: { ...shop.ctx.database, db: late } }
    }
    const id = await upload(shop, fileOf(3))
    await purgeFiles(
      interrupted(() => startImport(shop.ctx, id)),
      later,
    )
    expect(await run(shop, id)).toMatchObject({ created: 3 })
    const idle = await upload(shop, fileOf(4))
    const late = interrupted(() => purgeFiles(shop.ctx, later))
    await expect(startImport(late, idle)).rejects.toMatchObject({ code: 'import_file_gone' })
    expect(await findImport(db, idle)).toMatchObject({ started_at: null, stored: 0 })
  })

  test('remembers what was said of columns and products, but not to mail', async () => {
    const shop = await openShop()
    const text = 'Who,Mail,Thing,Code\nAda,ada@b.example,Deluxe,C-1-2-3-4-5\n'
    const map = { name: 'Who', product: 'Thing', key: 'Code' }
    const said = { map, products: { Deluxe: 'studio' }, mail: true }
    expect(await bring(shop, text, said)).toMatchObject({ created: 1, mailed: 1 })
    const id = await upload(shop, text.replace('1-2', '9-9'))
    expect(JSON.parse((await findImport(shop.ctx.database.db, id)).choices)).toMatchObject({
      ...said,
      mail: false,
    })
    expect(await previewOf(shop, id)).toMatchObject({ fresh: 1, refused: 0 })
    await expect(bring(shop, text, { map: { key: 'Nope' } })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  test('mails each address once, a second apart, and only if asked', async () => {
    const now = { ms: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: clockOf(now) })
    const more = [
      'C00001@Example.com,Again,studio,lifetime,K-1-2-3-4-5,',
      'r@b.example,R,solo,2024-01-31,K-1-2-3-4-6,',
      'off@b.example,Off,solo,2024-01-31,K-1-2-3-4-7,,revoked',
    ]
    const header = {
      before: 'email,name,product,bought,key,order',
      after: 'email,name,product,until,key,order,status',
    }
    const text = fileOf(2, more).replace(header.before, header.after)
    await bring(shop, text, { mail: true })
    const { db } = shop.ctx.database
    const mails = await db
      .selectFrom('mails')
      .select(['recipient', 'next_attempt_at as at'])
      .orderBy('next_attempt_at')
      .execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'c00001@example.com',
      'c00002@example.com',
      'r@b.example',
    ])
    expect(mails.map(({ at }) => at.slice(17, 19))).toEqual(['00', '01', '02'])
    await db.updateTable('licences').set({ status: 'revoked' }).where('email', '=', 'r@b.example').execute()
    now.ms += 3000
    const sent = await readMails(shop.ctx)
    expect(sent.map(({ to }) => to)).toEqual(['c00001@example.com', 'c00002@example.com'])
    const { site } = shop.ctx.library.typed
    for (const part of [
      site.company.name,
      site.product,
      'old key goes on working',
      'updates for good',
      'You get this once',
    ]) {
      expect(sent[0]?.text).toContain(part)
    }
    expect(sent[0]?.text).not.toContain('00001-')
    await bring(shop, text)
    expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(3)
  })

  test('brings no reminder about an end that came along, and one about the next', async () => {
    const now = { ms: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: clockOf(now) })
    const rows = ['a@b.example,A,solo,2025-12-10,A-1-2-3-4-5,', 'b@b.example,B,solo,2026-01-31,B-1-2-3-4-5,']
    await bring(shop, fileOf(3, rows))
    expect(await remind(shop.ctx)).toBe(0)
    now.ms = Date.parse('2027-01-15T02:00:00Z')
    expect(await remind(shop.ctx)).toBe(1)
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toEqual(['b@b.example'])
  })

  test('is seen by its owner, who renews by the old key, and at the desk', async () => {
    const shop = await openShop()
    await bring(shop, fileOf(1))
    const customer = await signIn(shop, 'c00001@example.com')
    const { body } = await customer.get(apiRoutes.licencesMine).expect(200)
    expect(body.licences).toMatchObject([
      {
        key: expect.stringMatching(/^PRMT-/),
        orderNumber: null,
        imported: { from: null, order: 'O-00001', oldKeyHint: '…01' },
      },
    ])
    expect(body.licences[0].imported).not.toHaveProperty('who')
    const { order } = await shop.placeChangeOrder('KEY-00001', { renew: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    const looked = await supertest(shop.app)
      .post(apiRoutes.licenceLookUp)
      .send({ licenceKey: 'KEY-00001' })
      .expect(200)
    expect(Date.parse(looked.body.licence.updatesUntil)).toBeGreaterThan(shop.ctx.clock().getTime())
  })
})

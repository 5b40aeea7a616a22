import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { SearchResult } from '#shared/desk/answers.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { deactivate } from '../../licences/licensing/deactivate.ts'
import { forgetMachines } from '../../licences/licensing/seats.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { written } from '../../runtime/db/rows/buyer.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { anyOrder } from '../../testing/support/any-order.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, type DeskClient, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('the desk’s search', (databases) => {
  const openShop = useShops(databases)

  const find = async (desk: DeskClient, text: string): Promise<SearchResult[]> =>
    (await desk.get(`${deskApiRoutes.search}?q=${encodeURIComponent(text)}`).expect(200)).body.results

  async function sell(
    shop: TestShop,
    customer: { name: string; email: string; companyName?: string },
    po?: string,
  ) {
    const placed = await shop.placeCardOrder({
      customer: { country: 'AU', ...customer },
      ...(po && { purchaseOrder: po }),
    })
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    return (await shop.orderOf(placed).expect(200)).body
  }

  test('finds by each text of an order, by beginnings of words, whatever case and accents', async () => {
    const shop = await openShop(await deskOptions())
    const quokka = await sell(
      shop,
      { name: 'José Núñez', email: 'quokka.creek@example.com', companyName: 'Quokka Creek Primary' },
      'PO-7781/b',
    )
    await sell(shop, { name: 'Ada Byron', email: 'ada@example.com' })
    const desk = await deskAs(shop, 'owner')
    const key: string = quokka.lines[0].licences[0].key
    await supertest(shop.app)
      .post(apiRoutes.activation)
      .send({ licenceKey: key, machine: { id: 'machine-1234', name: 'HALL-STAGE' } })
      .expect(201)

    for (const text of [
      'jose nunez',
      'NÚÑ',
      'quok prim',
      'quokka.creek@example.com',
      quokka.number,
      quokka.number.replace('-', ''),
      quokka.invoice.number,
      'po-7781',
      'PO7781',
      '7781',
    ]) {
      const order = (await find(desk, text)).find(({ kind }) => kind === 'order')
      expect([text, order?.id]).toEqual([text, quokka.id])
    }
    const kinds = async (text: string) => (await find(desk, text)).map(({ kind }) => kind)
    for (const text of ['hall', 'machine-1234', key]) expect(await kinds(text)).toEqual(['licence'])
    const [tail] = await find(desk, key.slice(-4))
    expect(tail).toMatchObject({ kind: 'licence', title: `Studio, key ending ${key.slice(-4)}` })
    expect(await kinds('quokka')).toEqual(['order', 'licence', 'licence', 'customer'])
    expect((await find(desk, 'quokka')).at(-1)).toMatchObject({
      kind: 'customer',
      title: 'quokka.creek@example.com',
      detail: 'Quokka Creek Primary, José Núñez, 1 order, 2 licences',
    })
    for (const { kind, detail } of await find(desk, 'nunez')) {
      expect([kind, detail]).toEqual([kind, expect.stringContaining('Quokka Creek Primary, José Núñez')])
    }
    expect(JSON.stringify(await find(desk, 'quokka'))).not.toContain(key)
    for (const text of ['', ' ', '"', "'", '*:*', 'quokka zebra', ') OR (zebra', "' & '", '\\']) {
      expect([text, await find(desk, text)]).toEqual([text, []])
    }
    await desk.get(`${deskApiRoutes.search}?q=${'x'.repeat(2000)}`).expect(422)
  })

  test('follows what changes: a corrected buyer, a moved licence, a machine that is forgotten', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const order = await sell(shop, { name: 'Ada Byron', email: 'ada@example.com' })
    const desk = await deskAs(shop, 'owner')
    const buyer = JSON.stringify({ ...order.customer, name: 'Grace Hopper' })
    await db.updateTable('orders').set({ buyer }).where('id', '=', order.id).execute()
    expect((await find(desk, 'hopper')).map(({ id }) => id)).toEqual([order.id, 'ada@example.com'])
    expect((await find(desk, 'byron')).map(({ kind }) => kind)).toEqual(['licence', 'licence'])

    const { key: licenceKey } = order.lines[0].licences[0]
    await supertest(shop.app)
      .post(apiRoutes.activation)
      .send({
        licenceKey,
        machine: { id: 'machine-1234', name: 'HALL-STAGE' },
      })
    const [licence] = await find(desk, 'hall')
    await db
      .updateTable('licences')
      .set({ email: 'new@example.org' })
      .where('id', '=', String(licence?.id))
      .execute()
    expect((await find(desk, 'new@example.org')).map(({ id }) => id)).toEqual([licence?.id])
    await deactivate(shop.ctx, { licenceKey, machineId: 'machine-1234' })
    await forgetMachines(db, String(licence?.id))
    expect(await find(desk, 'hall')).toEqual([])
  })

  test('finds any groups of a key, and forgets those of a replaced one', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const order = await sell(shop, { name: 'Ada Byron', email: 'ada@example.com' })
    const desk = await deskAs(shop, 'owner')
    const withId = async ({ key }: { key: string }) => ({ key, id: (await find(desk, key))[0]?.id })
    const [licence, other] = await Promise.all(order.lines[0].licences.map(withId))
    const ids = async (text: string) =>
      (await find(desk, text)).filter(({ kind }) => kind === 'licence').map(({ id }) => id)
    const groups = String(licence?.key).split('-')
    for (const text of [
      groups[1],
      groups.slice(1, 3).join('-'),
      groups.slice(-2).join('-').toLowerCase(),
      `${groups[4]} ${groups[2]}`,
      groups.slice(0, 3).join('-'),
    ])
      expect([text, await ids(String(text))]).toEqual([text, [licence?.id]])
    expect((await ids(String(groups[0]))).toSorted()).toEqual([licence?.id, other?.id].toSorted())
    const listed = await desk.get(`${deskApiRoutes.licences}?q=${groups[1]}`).expect(200)
    expect(listed.body.licences).toHaveLength(1)
    const { key_groups } = await db
      .selectFrom('licences')
      .select('key_groups')
      .where('id', '=', String(licence?.id))
      .executeTakeFirstOrThrow()
    expect(key_groups).not.toContain(groups[1])
    const acts = deskApiRoutes.licence(String(licence?.id))
    const { body: enrolled } = await desk.post(`${acts}/enrol`, { seats: 1, lastDay: shop.today() })
    await desk.post(`${acts}/replace-key`).expect(200)
    expect(await ids(groups.slice(1, 3).join('-'))).toEqual([])
    // Whoever was refused for it knows no other key.
    for (const text of [groups.join('-'), groups.join(' ').toLowerCase(), groups[6], `…-${groups[6]}`])
      expect([text, await ids(String(text))]).toEqual([text, [licence?.id]])
    expect(await ids(enrolled.token)).toEqual([licence?.id])
    await desk.post(`${acts}/details`, { externalId: 'crm/Ada 7' }).expect(200)
    for (const text of [licence?.id, ` ${licence?.id}`, 'crm/Ada 7'])
      expect([text, await ids(String(text))]).toEqual([text, [licence?.id]])
    expect(await find(desk, order.id)).toMatchObject([{ kind: 'order', title: order.number }])
  })

  test('finds sums as typed, versions in use, words of messages, answers and notes, and what is inside of names', async () => {
    const shop = await openShop(await deskOptions())
    const order = await sell(shop, {
      name: 'Ada Byron',
      email: 'ada@example.com',
      companyName: 'Fictional University',
    })
    // Digits of a version or a sum begin many numbers of houses.
    const blue = await sell(shop, { name: 'Joe Blue 24 41 09 975', email: 'b@example.com' })
    const owed = { refund_to_send: 975, refund_asked_at: new Date().toISOString() }
    await shop.ctx.database.db.updateTable('orders').set(owed).where('id', '=', blue.id).execute()
    const awaited = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    const desk = await deskAs(shop, 'owner')
    await desk.post(deskApiRoutes.payments(awaited.id), { amount: 123_450, date: shop.today() }).expect(201)
    const machine = { id: 'machine-1234', name: 'HALL-STAGE' }
    await supertest(shop.app)
      .post(apiRoutes.activation)
      .send({ licenceKey: order.lines[0].licences[0].key, machine, appVersion: '2.4.0' })
      .expect(201)
    const message = {
      name: 'Grace',
      email: 'grace@example.com',
      topic: 'sales',
      message: 'The foot pedal jumps.',
    } as const
    const moment = { site: shop.ctx.library.typed.site, ...momentOf(shop.ctx) }
    const stored = { message, verified: true, quarantined: false }
    const { id } = await storeMessage(shop.ctx.database.db, stored, moment)
    const answer = { text: 'Tighten its \u0000sprocket.' }
    await desk.post(`${deskApiRoutes.message(id)}/answer`, answer).expect(200)
    const noted = deskApiRoutes.order(order.id)
    await desk.post(`${noted}/note`, { text: 'Wants a wheelchair ramp' }).expect(200)
    await desk.post(`${deskApiRoutes.customer('ada@example.com')}/note`, { text: 'Likes ramps' }).expect(200)
    const customer = { name: 'Grace', email: 'grace@example.com', country: 'AU' }
    const items = [{ sku: 'solo', qty: 1 }]
    const quoted = { items, customer, note: 'Für die Rampe: a second invoice' }
    await desk.post(deskApiRoutes.quotes, quoted).expect(201)

    const kinds = async (text: string) =>
      (await find(desk, text)).map(({ kind, title }) => `${kind} ${title}`)
    for (const text of ['versit', 'iver', 'VERSITY', 'ictio ersi'])
      expect([text, await kinds(text)]).toEqual([text, expect.arrayContaining([`order ${order.number}`])])
    expect(await kinds('iverz')).toEqual([])
    for (const text of [
      ...['458.00', '$458', 'A$458.00', '458', 'AUD 458.00', '458 aud', '€458', 'US$458.00'],
      ...['458,00', '458,0', '458,00 €', '-458,00', '٤٥٨٫٠٠', '۴۵۸'],
    ])
      expect([text, await kinds(text)]).toEqual([text, expect.arrayContaining([`order ${order.number}`])])
    for (const text of [
      '1234.50',
      '1,234.50',
      '1.234,50',
      '1234,5',
      '1 234,50',
      '1’234,50 €',
      '1\u202f234,50',
    ])
      expect([text, await kinds(text)]).toEqual([text, [`order ${awaited.number}`]])
    const { documents } = (await desk.get(deskApiRoutes.order(order.id)).expect(200)).body
    const [{ number: invoice }] = documents
    for (const text of [order.number, invoice, invoice.toLowerCase().replace('-', ' ')])
      expect([text, await kinds(text)]).toEqual([text, [`order ${order.number}`]])
    for (const text of ['9.75', '-9.75', '−$9.75'])
      expect([text, await kinds(text)]).toEqual([text, [`order ${blue.number}`]])
    expect(await kinds('2.4.0')).toEqual([expect.stringMatching(/^licence /)])
    for (const text of ['pedal', 'sprocket', 'pedal sprocket'])
      expect([text, await kinds(text)]).toEqual([text, [expect.stringMatching(/^message /)]])
    await shop.ctx.database.db.deleteFrom('mails').where('kind', '=', 'contact_answer').execute()
    expect(await kinds('sprocket')).toEqual([])
    expect((await kinds('ramp')).toSorted()).toEqual([
      'note On 2026-000001',
      'note On ada@example.com',
      'quote Q-000001',
    ])
    for (const text of ['fuer rampe', 'FÜR', 'second invo', 'Q-000001'])
      expect([text, await kinds(text)]).toEqual([text, ['quote Q-000001']])
    const found = await desk.get(`${deskApiRoutes.search}?q=second+invo`).expect(200)
    expect(found.body.results[0].detail).toContain('Für die Rampe: a second invoice')
  })

  test('shows each role what is on its desk', async () => {
    const shop = await openShop(await deskOptions())
    await sell(shop, { name: 'Ada Byron', email: 'ada@example.com' })
    const moment = { site: shop.ctx.library.typed.site, ...momentOf(shop.ctx) }
    const message = {
      name: 'Ada Byron',
      email: 'ada@example.com',
      topic: 'sales',
      message: 'Can we pay later?',
    } as const
    const { reference } = await storeMessage(
      shop.ctx.database.db,
      { message, verified: true, quarantined: false },
      moment,
    )
    const kinds = async (role: 'owner' | 'support' | 'books') =>
      new Set((await find(await deskAs(shop, role), 'ada')).map(({ kind }) => kind))
    expect(await kinds('support')).toEqual(new Set(['order', 'licence', 'customer', 'message']))
    expect(await kinds('books')).toEqual(new Set(['order', 'customer']))
    const [found] = await find(await deskAs(shop, 'owner'), reference.toLowerCase())
    expect(found).toMatchObject({ kind: 'message', title: reference, detail: 'Ada Byron: Can we pay later?' })
  })

  test('finds a number without its zeros, before longer ones, and letters as they are spelt plainly', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const rows = [259, 2590, 25_901].map((count) =>
      anyOrder({ id: `ord_${count}`, number: `2026-${String(count).padStart(6, '0')}` }),
    )
    await db.insertInto('orders').values(rows.map(written)).execute()
    const quokka = await sell(shop, {
      name: 'Søren Łoś',
      email: 'a@example.com',
      companyName: 'Œuvre Straße',
    })
    const desk = await deskAs(shop, 'owner')
    for (const text of ['2026-259', '259', '2026259', '2026-000259']) {
      expect([text, (await find(desk, text))[0]?.id]).toEqual([text, 'ord_259'])
    }
    expect((await find(desk, '2026-259')).map(({ id }) => id)).toEqual(['ord_259', 'ord_25901', 'ord_2590'])
    const [prefix, count] = quokka.invoice.number.split('-')
    for (const text of [`${prefix} ${Number(count)}`, `${prefix}${Number(count)}`.toLowerCase()]) {
      expect([text, (await find(desk, text))[0]?.id]).toEqual([text, quokka.id])
    }
    for (const text of ['oeuvre', 'Œuvre', 'strasse', 'STRASSE', 'straße', 'soren los', 'Søren']) {
      expect([text, (await find(desk, text))[0]?.id]).toEqual([text, quokka.id])
    }
  })

  test('finds an e-mail by its international domain, as it is typed or sent', async () => {
    const shop = await openShop(await deskOptions())
    const { id } = await sell(shop, { name: 'Ada Byron', email: 'info@bücher.example' })
    const desk = await deskAs(shop, 'owner')
    for (const text of ['bücher', 'BÜCHER.example', 'info@bücher.example', 'xn--bcher-kva', 'info bücher']) {
      const found = await find(desk, text)
      expect([text, found.find(({ kind }) => kind === 'order')?.id]).toEqual([text, id])
      expect([text, found.map(({ kind }) => kind)]).toEqual([text, expect.arrayContaining(['customer'])])
    }
    const { body } = await desk.get(`${deskApiRoutes.customers}?q=b%C3%BCcher`).expect(200)
    expect(body.customers).toHaveLength(1)
  })

  test('finds diacritics and ligatures in each spelling', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const buyers = ['Anyone', 'Joe Blue'].map((name) => ({ name, email: 'a@example.com' }))
    const orders = buyers.map((buyer, index) => anyOrder({ id: `ord_${index}`, number: `${index}`, buyer }))
    await db.insertInto('orders').values(orders.map(written)).execute()
    const desk = await deskAs(shop, 'owner')
    for (const [name, texts] of [
      ['Siobhán O’Brien', ['obrien', "O'Brien", 'brien', 'O BRIEN', 'siobhan obrien']],
      ['Ayşe Işık', ['isik', 'IŞIK', 'ışık', 'Isik', 'ayse ISI']],
      ['Jürgen Müller', ['mueller', 'MÜLLER', 'muller', 'juergen muell', 'Mu\u0308ller']],
      ['Juergen Mueller', ['müller', 'MUELLER', 'Jürgen']],
      ['Åse Jørgensen', ['joergensen', 'JORGENSEN', 'Jørgensen', 'aase', 'ÅSE']],
      ['Noëlle D´Arcy', ['noelle', 'darcy', 'D’ARCY']],
    ] as const) {
      const buyer = JSON.stringify({ ...buyers[0], name })
      await db.updateTable('orders').set({ buyer }).where('id', '=', 'ord_0').execute()
      for (const text of texts) {
        const found = (await find(desk, text)).filter(({ kind }) => kind === 'order')
        expect([text, found.map(({ id }) => id)]).toEqual([text, ['ord_0']])
      }
    }
  })

  test('finds names of every script and width as they are written, and in either case', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const names: [name: string, texts: string[]][] = [
      ['Сергей Королёв', ['сергей', 'СЕРГЕЙ', 'Королёв', 'королё', 'сер кор', 'оролё']],
      ['ИВАН Газпром', ['Иван', 'иван', 'ИВАН ГАЗПРОМ', 'азпр']],
      ['РосАтом', ['РосАтом', 'РосА']],
      ['Αθηνά ΟΔΥΣΣΕΑΣ', ['Αθηνά', 'αθηνά', 'ΟΔΥΣΣΕΑΣ', 'οδυσσεας', 'οδυσσέας', 'ΟΔΥΣ']],
      ['Γιώργος', ['Γιώργος', 'γιώργ', 'ΓΙΏΡΓΟΣ']],
      ['Þórður Ægisson', ['Þórður', 'þórður', 'ÞÓRÐUR', 'aegis']],
      ['がくせい商店 ドラゴン', ['がくせい商店', 'がく', 'ドラゴン', 'ﾄﾞﾗｺﾞﾝ', 'せい商']],
      ['㈱コアラ № 5', ['㈱コアラ', 'コアラ', '№ 5']],
      ['№4 Acme™', ['№4', 'Acme™', 'acme']],
      ['𠮷野家𠮷𠮷', ['𠮷野家𠮷𠮷', '𠮷野家']],
      ['김철수', ['김철수', '김철', '김']],
      ['أحمد', ['أحمد', 'أح', 'احمد', 'إحم', 'ا\u0654حمد']],
      ['الانصاري', ['الانصاري', 'الأنصاري', 'الآنصار']],
      ['شركة ٧٨٩١', ['شركة', '٧٨٩١', '7891', '۷۸۹۱']],
      ['Block 7892', ['٧٨٩٢', '۷۸۹۲']],
      ['शर्मा', ['शर्मा', 'शर्']],
      ['ปิยะ', ['ปิยะ', 'ปิ']],
      ['Ｔｏｋｙｏ ＡＢＣ', ['Ｔｏｋｙｏ', 'ＡＢＣ', 'ｔｏｋ']],
      ['ﬁnance ½', ['ﬁnance', 'ﬁn', '½']],
      ['Nguyễn', ['Nguyễn', 'nguyen', 'NGUYỄN', 'guyễ']],
    ]
    const orders = names.map(([name], index) =>
      anyOrder({
        id: `ord_${index}`,
        number: `2026-${900_000 + index}`,
        buyer: { name, email: `a${index}@example.com` },
      }),
    )
    await shop.ctx.database.db.insertInto('orders').values(orders.map(written)).execute()
    for (const [index, [name, texts]] of names.entries()) {
      for (const text of [name, ...texts]) {
        const found = (await find(desk, text)).filter(({ kind }) => kind === 'order')
        expect([text, found.map(({ id }) => id)]).toEqual([text, [`ord_${index}`]])
      }
      for (const list of [deskApiRoutes.orders, deskApiRoutes.customers]) {
        const { body } = await desk.get(`${list}?q=${encodeURIComponent(name)}`).expect(200)
        expect([name, body.orders ?? body.customers]).toEqual([name, [expect.anything()]])
      }
    }
  })

  test('puts the order of an exact document number first, before orders that hold its parts', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const document = (order_id: string, number: string, kind: 'invoice' | 'receipt') => ({
      id: `inv_${number}`,
      order_id,
      kind,
      number,
      round: 0,
      refunded: 0,
      correction: 0,
      replaces: null,
      issued_at: '2026-11-22T02:00:00.000Z',
      content: '{}',
      total: 100,
      tax: 9,
      taxed: 1,
      tax_share: 1,
      tax_net: 10,
      pdf: new Uint8Array(),
    })
    const others = Array.from({ length: 30 }, (_, index) => index + 10)
    const rows = [1, 2, ...others].map((count) =>
      anyOrder({ id: `ord_${count}`, number: `2026-${String(count).padStart(6, '0')}` }),
    )
    await db.insertInto('orders').values(rows.map(written)).execute()
    const documents = [
      document('ord_1', 'INV-000004', 'invoice'),
      document('ord_2', 'INV-000006', 'invoice'),
      document('ord_2', 'RCT-000004', 'receipt'),
      ...others.flatMap((count) => [
        document(`ord_${count}`, `INV-${String(count).padStart(6, '0')}`, 'invoice'),
        document(`ord_${count}`, `INV-0000${count}-4`, 'receipt'),
      ]),
    ]
    await db.insertInto('invoices').values(documents).execute()
    const desk = await deskAs(shop, 'owner')
    for (const text of ['INV-000004', 'inv-4', 'INV 4', 'inv000004', ' Inv4 ']) {
      expect([text, (await find(desk, text))[0]?.id]).toEqual([text, 'ord_1'])
    }
    expect((await find(desk, 'rct-4'))[0]?.id).toBe('ord_2')
  })

  test('finds what a number or an address names, whatever words and signs stand around it', async () => {
    const shop = await openShop(await deskOptions())
    const order = await sell(shop, { name: 'Ann Buyer', email: 'ann@example.com' })
    const { invoice, number } = order
    await sell(shop, { name: 'Joe Blue', email: 'b@example.com' })
    const desk = await deskAs(shop, 'owner')
    for (const text of [
      `order ${number}`,
      `Order ${number}, due`,
      `re: ${number}`,
      `Invoice #${invoice.number.toLowerCase()}.`,
      `${shop.ctx.config.siteUrl}${deskRoutes.order(number)}`,
      'mailto:ann@example.com',
      'Write to <ann@example.com>, please',
      'Ann\tBuyer\r\n',
      '\u202aann@example.com\u202c',
    ]) {
      const found = (await find(desk, text)).filter(({ kind }) => kind === 'order')
      expect([text, found.map(({ id }) => id)]).toEqual([text, [order.id]])
    }
    const pasted = encodeURIComponent('Ann\tBuyer')
    for (const list of [deskApiRoutes.orders, deskApiRoutes.quotes, deskApiRoutes.customers])
      await desk.get(`${list}?q=${pasted}`).expect(200)
    const { body } = await desk.get(`${deskApiRoutes.licences}?q=${pasted}`).expect(200)
    expect(body.licences).not.toEqual([])
  })

  test('finds what people call by its kind', async () => {
    const shop = await openShop(await deskOptions())
    const order = await sell(shop, { name: 'Ann Buyer', email: 'ann@example.com' }, 'SM-4471')
    await sell(shop, { name: 'Joe Blue', email: 'b@example.com' }, 'SM-4472')
    const desk = await deskAs(shop, 'owner')
    const [licence] = (await desk.get(`${deskApiRoutes.licences}?q=ann`).expect(200)).body.licences
    const count = Number(order.invoice.number.slice('INV-'.length))
    for (const text of [`invoice ${count}?`, `Tax invoice no. ${count}`, 'PO SM-4471', 'po: sm-4471']) {
      const found = (await find(desk, text)).filter(({ kind }) => kind === 'order')
      expect([text, found.map(({ id }) => id)]).toEqual([text, [order.id]])
    }
    expect((await find(desk, `order ${Number(order.number.slice(5))}`))[0]).toMatchObject({ id: order.id })
    const key = `Solo, key ending ${licence.keyHint.slice(-4)}`
    expect((await find(desk, key)).map(({ id }) => id)).toEqual([licence.id])
    for (const text of ['order of Buyer', 'a trial ending Buyer']) expect(await find(desk, text)).toEqual([])
  })

  test('finds a discount code by its name and its note, for the owner alone', async () => {
    const shop = await openShop(await deskOptions())
    const owner = await deskAs(shop, 'owner')
    const code = { code: 'SPRING-26', percent: 10, note: 'Fair of schools' }
    await owner.post(deskApiRoutes.codes, code).expect(201)
    for (const text of ['spring', 'spring-26', 'fair school']) {
      expect(await find(owner, text)).toMatchObject([{ kind: 'code', title: 'SPRING-26' }])
      expect(await find(await deskAs(shop, 'support'), text)).toEqual([])
    }
  })

  test('gives at most 50 results', async () => {
    const shop = await openShop(await deskOptions())
    for (let count = 0; count < 30; count++) {
      await shop.checkOut({
        customer: { name: 'Ada Byron', email: `ada${count}@example.com`, country: 'AU' },
      })
    }
    const desk = await deskAs(shop, 'owner')
    const results = await find(desk, 'byron')
    expect(results.filter(({ kind }) => kind === 'order')).toHaveLength(20)
    expect(results.length).toBeLessThanOrEqual(50)

    const { body } = await desk.get(`${deskApiRoutes.search}?q=byron`).expect(200)
    expect(body.more).toEqual(['order', 'customer'])
    const page = await supertest(shop.app)
      .get(deskRoutes.search('byron'))
      .set('Cookie', await cookieOf(shop, 'owner'))
      .expect(200)
    expect(page.text).toContain(`href="${deskRoutes.ordersLike({ q: 'byron' })}"`)
    const { body: few } = await desk.get(`${deskApiRoutes.search}?q=ada7`).expect(200)
    expect(few.more).toEqual([])
  })
})

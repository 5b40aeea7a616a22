import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfDay, startOfDay } from '#shared/calendar/calendar.ts'
import { type ImportField, importSourceNames } from '#shared/desk/import-fields.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import { guessSource, listUnread, mapColumns, placeColumns } from './map-columns.ts'
import { readRows, surveyFile } from './read-csv.ts'
import { type Fault, guessSku, type Reading, type ReadRow, readRow } from './read-row.ts'

const timeZone = 'Australia/Sydney'
const product = (sku: string, name: string, seats: number) =>
  ({ sku, name, licence: { seats, updatesMonths: 12 } }) as Product
const products = [product('solo', 'Solo', 1), product('studio', 'Studio', 3)]
const shop = { products, timeZone, now: new Date('2026-11-22T02:00:00Z') }

type Said = Partial<Pick<Reading, 'from' | 'products' | 'dates' | 'forGood'>> & {
  map?: Partial<Record<ImportField, string>>
}

async function read(text: string | Uint8Array, { map = {}, ...said }: Said = {}, seller = shop) {
  const bytes = Buffer.from(text as string)
  const open = async function* () {
    // Characters are cut in two.
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
  }
  const survey = await surveyFile(open)
  const from = said.from === undefined ? guessSource(survey.header) : said.from
  const columns = mapColumns(survey.header, from, map)
  if (typeof columns === 'string') throw new Error(columns)
  const places = placeColumns(survey.header, from, columns)
  const defaults = { products: {}, dates: null, forGood: false }
  const reading = { ...defaults, ...said, from, columns, ...places, width: survey.header.length }
  const rows: (ReadRow | Fault[] | null)[] = []
  for await (const row of readRows(open, survey)) rows.push(readRow(row, reading, seller))
  return rows
}

/** What a row of one customer says, and what is made of it. */
const one = async (fields: Record<string, string>, said?: Said, seller?: typeof shop) => {
  const whole = { email: 'ada@byron.example', product: 'solo', key: 'OLD-KEY-1', ...fields }
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const [row] = await read(`${line(Object.keys(whole))}\n${line(Object.values(whole))}\n`, said, seller)
  return row
}
const faultsOf = async (fields: Record<string, string>, said?: Said) => {
  const row = await one(fields, said)
  return Array.isArray(row) ? row.map(({ line, field, detail }) => `${line} ${field}: ${detail}`) : row
}
const start = (day: `${number}-${number}-${number}`) => startOfDay(timeZone, day).toISOString()
const end = (day: `${number}-${number}-${number}`) => endOfDay(timeZone, day).toISOString()

const forGood = end('2999-12-31')

const fixtures: Record<string, unknown[]> = {
  edd: [
    {
      line: 2,
      email: 'grace@hopper.example',
      name: 'Grace Murray',
      seats: 1,
      bought: start('2019-03-04'),
      until: end('2020-03-04'),
      status: 'active',
      key: '5F4DCC3B5AA765D61D8327DEB882CF99',
      order: null,
    },
    { name: 'Lamarr, Hedy', product: products[1], seats: 3, status: 'active', until: end('2022-06-01') },
    { seats: 9999, status: 'suspended', until: forGood },
    [{ line: 5, field: 'product', detail: '“Sticker” is none of ours yet.' }],
  ],
  gumroad: [
    {
      email: 'grace@hopper.example',
      bought: start('2022-02-28'),
      until: end('2023-02-28'),
      status: 'active',
      order: '501',
      key: 'A1B2C3D4E5F6071893A4B5C6D7E8F901',
    },
    { status: 'revoked', note: 'Boxed', seats: 3 },
    { email: 'gift@byron.example', seats: 6 },
    { status: 'suspended' },
    { status: 'active', email: 'won@back.example' },
    { status: 'suspended', email: 'off@switched.example' },
    { status: 'revoked', email: 'taken@away.example' },
    null,
  ],
  lemonsqueezy: [
    {
      status: 'active',
      until: forGood,
      order: '901',
      bought: start('2023-04-05'),
      key: '80E15DB5C796436B850C8F9C98A48ABE',
    },
    { status: 'active', until: end('2024-04-05'), seats: 5 },
    { status: 'suspended', seats: 3 },
  ],
  paddle: [
    { key: 'G01D7Q2W8E3R9T4Y', status: 'active', until: end('2021-07-08'), order: '22000-1' },
    { name: 'hedy@lamarr.example', status: 'revoked' },
  ],
  fastspring: [
    { company: 'Hopper & Co', bought: start('2019-03-04'), seats: 2, status: 'active' },
    { bought: start('2019-12-31'), status: 'revoked', seats: 3 },
  ],
  keygen: [
    { order: 'b1a2', bought: start('2021-03-16'), until: end('2022-03-16'), status: 'active', seats: 1 },
    { status: 'suspended', seats: 3, until: forGood, key: expect.stringMatching(/^KEY\/EYJHY2/) },
    { status: 'revoked' },
  ],
}

test.each(importSourceNames)('an export of %s is known by its columns', async (source) => {
  const text = readFileSync(join(import.meta.dirname, `fixtures/${source}.csv`), 'utf8')
  expect(guessSource((text.split('\n')[0] ?? '').split(','))).toBe(source)
  expect(await read(text)).toMatchObject(fixtures[source] ?? [])
})

test.each([
  [
    'edd-3.0',
    'edd',
    [
      { until: end('2014-03-04'), seats: 1 },
      { until: forGood, seats: 9999 },
    ],
  ],
  [
    'paddle-sent',
    'paddle',
    [
      { bought: start('2020-07-08'), until: end('2021-07-08'), order: '22000-1', isUndated: false },
      { bought: start('2021-07-08'), product: products[1] },
    ],
  ],
  [
    'license-manager',
    null,
    [
      {
        email: 'grace@hopper.example',
        name: 'Grace Murray',
        order: '801',
        status: 'active',
        seats: 2,
        bought: start('2021-03-04'),
        until: end('2022-03-04'),
      },
      { status: 'active', seats: 3 },
    ],
  ],
  [
    'woocommerce',
    null,
    [
      {
        email: 'grace@hopper.example',
        name: 'Grace Murray',
        company: 'Hopper & Co',
        order: '801',
        product: products[0],
        seats: 1,
        status: 'active',
        bought: start('2021-03-04'),
      },
      { email: 'hedy@lamarr.example', name: 'Lamarr', product: products[1], seats: 6, status: 'revoked' },
    ],
  ],
] as const)('%s is read, too', async (name, source, rows) => {
  const text = readFileSync(join(import.meta.dirname, `fixtures/${name}.csv`), 'utf8')
  expect(guessSource((text.split('\n')[0] ?? '').split(','))).toBe(source)
  expect(await read(text)).toMatchObject(rows)
})

test.each([
  ['Buyer First Name,Buyer Last Name', 'Grace,Murray', 'Grace Murray'],
  ['last_name,,first_name', 'Murray,x,Grace', 'Grace Murray'],
  ['Given name,Family name', ' Grace ,', 'Grace'],
  ['Forename,Surname', ',', 'g@h.example'],
  ['Name,First name,Last name', 'Dr Grace,Grace,Murray', 'Dr Grace'],
  ['First name,Company', 'Grace,Hopper', 'Hopper'],
])('a name in the columns %s of %s is %s', async (header, cells, name) => {
  expect(await read(`Email,Plan,Key,${header}\ng@h.example,solo,OLD-KEY-1,${cells}\n`)).toMatchObject([
    { name },
  ])
})

test.each([
  ['="0012345678"', '0012345678'],
  ["'0012345678", '0012345678'],
  ["'-KEY-12-34", 'KEY1234'],
  ["'@KEY-12-34", '@KEY1234'],
  ['=KEY-12-34', '=KEY1234'],
])('a key that is guarded from spreadsheets as %s is %s', async (key, read) => {
  expect(await one({ key, name: "'t Hooft", company: "'=Sum Pty" })).toMatchObject({
    key: read,
    name: "'t Hooft",
    company: '=Sum Pty',
  })
})

test('orders of a shop that writes their numbers as names are read by them', async () => {
  const text = readFileSync(join(import.meta.dirname, 'fixtures/shopify.csv'), 'utf8')
  const rows = await read(text)
  expect(rows).toMatchObject([
    {
      email: 'grace@hopper.example',
      name: 'Grace Murray',
      company: 'Hopper & Co',
      order: '#1001',
      product: products[0],
      seats: 1,
      status: 'active',
      bought: start('2021-03-04'),
    },
    { name: 'Hedy Lamarr', product: products[1], seats: 6, status: 'active', order: '#1002' },
    { name: 'Ada Byron', product: products[0], seats: 1, status: 'revoked', order: '#1003' },
    { name: 'Ada Byron', product: products[1], seats: 6, status: 'revoked', order: '#1003', company: null },
  ])
})

test.each([
  ['has a status of its own', 'Name,Financial Status,Lineitem name', ['#1,paid,Solo', '#1,refunded,Solo']],
  ['is in a list of people', 'Name,Status,Plan', ['Ada,active,Solo', 'Ada,,Solo']],
])(
  'a row with the name of the one before that %s takes nothing from it',
  async (_, header, [first, next]) => {
    const rows = [
      `Key,Email,${header},Company`,
      `OLD-KEY-1,a@b.example,${first},Byron`,
      `OLD-KEY-2,a@b.example,${next},`,
    ]
    expect(await read(`${rows.join('\n')}\n`)).toMatchObject([{ company: 'Byron' }, { company: null }])
  },
)

test('an order’s further item has no product from the first', async () => {
  const rows = [
    'Name,Email,Financial Status,Billing Name,Lineitem sku',
    ...['#1,a@b.example,paid,Ada,solo', '#1,a@b.example,,,'],
  ]
  const [first, next] = await read(`${rows.join('\n')}\n`, { map: { product: 'Lineitem sku' } })
  expect([first, next]).toMatchObject([{ product: products[0] }, [{ field: 'product' }]])
})

test('a list with names of its own is read by them, and says which columns are not', async () => {
  const header = 'Customer,Email,Plan,Serial,Purchased on,Expiration date,No. of seats,Colour'
  const [row] = await read(
    `${header}\nAda,ada@byron.example,Studio,S-1-2-3-4-5,2018-01-31,2019-02-28,7,red\n`,
  )
  expect(row).toMatchObject({
    name: 'Ada',
    product: products[1],
    seats: 7,
    isUndated: false,
    bought: start('2018-01-31'),
    until: end('2019-02-28'),
  })
  const names = header.split(',')
  const unread = (from: 'gumroad' | null, columns: string[]) => {
    const read = mapColumns(columns, from, {})
    if (typeof read === 'string') throw new Error(read)
    return listUnread(columns, { columns: read, ...placeColumns(columns, from, read) })
  }
  expect(unread(null, names)).toEqual(['Colour'])
  expect(unread('gumroad', ['Item Name', 'Purchase Email', 'Access Revoked?', 'State', ''])).toEqual([
    'State',
  ])
  expect(await one({})).toMatchObject({ bought: start('2026-11-22'), isUndated: true })
})

const usualNames = { email: 'email', product: 'product', key: 'key', seats: 'quantity' }

test('a quantity counts copies, and seats count machines, wherever they come from', async () => {
  const copies = { product: 'Studio', quantity: '2' }
  expect(await one(copies)).toMatchObject({ seats: 6 })
  expect(await one({ ...copies, quantity: '1' })).toMatchObject({ seats: 3 })
  expect(await faultsOf({ ...copies, quantity: '0' }, { from: 'fastspring', map: usualNames })).toEqual([
    '2 seats: “0” is no number of machines from 1 to 9999.',
  ])
  expect(await one({ ...copies, seats: '5' })).toMatchObject({ seats: 5 })
})

test('another file is read by the usual names of its columns, and by what is said of others', async () => {
  const rows =
    'Customer;E-Mail;Serial;Pro or not;Since;Remark\nAda;ada@byron.example;S-1-2-3-4-5;Pro;31.01.2018;VIP\n'
  const map = { product: 'pro or NOT', bought: 'Since' }
  const [row] = await read(rows, { map, products: { Pro: 'studio' } })
  expect(row).toMatchObject({
    name: 'Ada',
    key: 'S12345',
    product: products[1],
    note: 'VIP',
    bought: start('2018-01-31'),
  })
  const [bare] = await read(rows, {
    map: { ...map, note: '', key: '', order: 'Serial' },
    products: { Pro: 'studio' },
  })
  expect(bare).toMatchObject({ key: null, order: 'S-1-2-3-4-5', note: null })
  await expect(read(rows, { map: { key: 'Code' } })).rejects.toThrow('Code')
})

const several = '2 key: It holds several keys. Give each a row of its own.'
const spoilt =
  '2 key: A spreadsheet has spoilt this key. Export the file again, and import it before one opens it.'
const hidden = '2 key: It shows a part of the key alone. Export whole keys.'
const noKey = '2 key: It says that there is no key. Leave the cell empty.'

test.each([
  [{ email: 'ada' }, '2 email: “ada” is no address.'],
  [{ email: '' }, '2 email: It is missing.'],
  [{ product: 'Deluxe' }, '2 product: “Deluxe” is none of ours yet.'],
  [{ product: '' }, '2 product: It is missing.'],
  [{ seats: '1.5' }, '2 seats: “1.5” is no number of machines from 1 to 9999.'],
  [{ seats: '10000' }, '2 seats: “10000” is no number of machines from 1 to 9999.'],
  [{ bought: '31/02/2020' }, '2 bought: “31/02/2020” is no day.'],
  [
    { bought: '03/04/2020' },
    '2 bought: “03/04/2020” can be read in two ways. Say whether days or months come first.',
  ],
  [{ bought: '2026-11-23' }, '2 bought: “2026-11-23” is still to come.'],
  [{ until: 'soon' }, '2 until: “soon” is no day.'],
  [{ status: 'blue' }, '2 status: “blue” is none of active, suspended, revoked, nor a word for one.'],
  [{ key: 'A-1' }, '2 key: It needs 6 to 1000 letters and digits; this one has 3 characters.'],
  [{ key: 'K'.repeat(1001) }, '2 key: It needs 6 to 1000 letters and digits; this one has 1001 characters.'],
  // No person can type it.
  [{ key: 'KEY-\u0007A-0001' }, '2 key: It needs 6 to 1000 letters and digits; this one has 11 characters.'],
  [{ key: 'AAAA-1111-BBBB-2222\nCCCC-3333-DDDD-4444' }, several],
  [{ key: 'AAAA-1111-BBBB-2222, CCCC-3333-DDDD-4444' }, several],
  [{ key: 'AAAA-1111-BBBB-2222;CCCC-3333-DDDD-4444;' }, several],
  [{ key: 'AAAA-1111-BBBB-2222 CCCC-3333-DDDD-4444' }, several],
  [{ key: '5f4dcc3b5aa765d61d8327deb882cf99\n098f6bcd4621d373cade4e832627b4f6' }, several],
  [{ key: 'SOLO2019A7, STUDIO2020B8F9' }, several],
  [{ key: '1.23457E+15' }, spoilt],
  [{ key: '1,23457E+15' }, spoilt],
  [{ key: '#VALUE!' }, spoilt],
  [{ key: '#N/A' }, spoilt],
  [{ key: '########' }, spoilt],
  [{ key: '****-****-****-1234' }, hidden],
  [{ key: 'XXXX-8f9c98a48abe' }, hidden],
  [{ key: '…A7F3-9XQ4' }, hidden],
  [{ key: '(none)' }, noKey],
  [{ key: 'n/a' }, noKey],
  [{ key: '------' }, noKey],
  [
    { key: '' },
    '2 key: Neither a key nor an order tells this licence from another, so it could come in twice.',
  ],
  [{ name: 'x'.repeat(201) }, `2 name: “${'x'.repeat(60)}”: At most 200 characters.`],
  [{ name: 'A\u202eda' }, expect.stringContaining('2 name:')],
])('a row with %j is refused by its field', async (fields, fault) => {
  const faults = await faultsOf(fields as Record<string, string>)
  expect(faults).toEqual(expect.arrayContaining([fault]))
})

test('without an end, updates are for good if that is said', async () => {
  const bought = '2024-02-29'
  expect(await one({ bought }, { forGood: true })).toMatchObject({ until: forGood })
  expect(await one({ bought, until: '2027-01-31' }, { forGood: true })).toMatchObject({
    until: end('2027-01-31'),
  })
})

test('no seats are unlimited ones in a shop’s export alone', async () => {
  expect(await faultsOf({ seats: '0' })).toEqual(['2 seats: “0” is no number of machines from 1 to 9999.'])
})

test('each fault of a row is named, and none shows a key', async () => {
  const key = 'KEY'
  const faults = await faultsOf({ email: 'x', bought: 'x', until: 'x', seats: 'x', status: 'x', key })
  expect(faults).toHaveLength(5)
  expect(JSON.stringify(faults)).not.toContain(key)
})

test.each([
  [{ until: 'Lifetime' }, { until: forGood }],
  [{ until: 'never' }, { until: forGood }],
  [{ until: '2027-01-31' }, { until: end('2027-01-31') }],
  [{ bought: '2024-02-29' }, { bought: start('2024-02-29'), until: end('2025-02-28') }],
  [{ bought: '2026-11-22' }, { bought: start('2026-11-22') }],
  [{ bought: '25/12/2020' }, { bought: start('2020-12-25') }],
  [{ bought: '12/25/2020' }, { bought: start('2020-12-25') }],
  [{ bought: '3/3/2020' }, { bought: start('2020-03-03') }],
  [{ seats: '' }, { seats: 1 }],
  [{ seats: '7' }, { seats: 7 }],
  [{ seats: 'unlimited' }, { seats: 9999 }],
  [{ email: 'solo@müller.example' }, { email: 'solo@xn--mller-kva.example' }],
  [{ status: 'On-hold' }, { status: 'suspended' }],
  [{ status: 'Past_due' }, { status: 'suspended' }],
  [{ status: 'EXPIRED' }, { status: 'active' }],
  [
    { name: '', company: 'Acme' },
    { name: 'Acme', company: 'Acme' },
  ],
  [{ name: ' Ada   \n Byron ' }, { name: 'Ada Byron' }],
  [{ note: ' VIP ' }, { note: 'VIP' }],
  [{ key: ' old-key-1 \n' }, { key: '01DKEY1' }],
  [{ key: '123456' }, { key: '123456' }],
  // Odd ones of one piece.
  [{ key: '5yVqZ+w/8Q==' }, { key: '5YVQZ+W/8Q==' }],
  [{ key: '8891CBB9 F1513E4F A3405C1A' }, { key: '8891CBB9F1513E4FA3405C1A' }],
  [{ key: 'Grace Murray, A7F3-B8E4-C9D5' }, { key: 'GRACEMURRAY,A7F3B8E4C9D5' }],
  [{ key: 'AB12,CD34-EF56' }, { key: 'AB12,CD34EF56' }],
  [{ key: 'NA-12345' }, { key: 'NA12345' }],
  [{ key: '12E4567' }, { key: '12E4567' }],
  [
    { key: '-----BEGIN LICENSE-----\n8891CBB9F1513E4F\nA3405C1AA865D53F\n-----END-----' },
    { key: 'BEG1N11CENSE8891CBB9F1513E4FA3405C1AA865D53FEND' },
  ],
])('a row with %j is read as meant', async (fields, expected) => {
  expect(await one(fields as Record<string, string>)).toMatchObject(expected)
})

test('days are read as it is said', async () => {
  expect(await one({ bought: '03/04/2020' }, { dates: 'dmy' })).toMatchObject({ bought: start('2020-04-03') })
  expect(await one({ bought: '03/04/2020' }, { dates: 'mdy' })).toMatchObject({ bought: start('2020-03-04') })
})

test('how a person says that days are written goes before how a shop writes them', async () => {
  const days = { 'Order Reference': 'FS-1', 'Buyer Email': 'ada@byron.example', 'Product Name': 'Solo' }
  const bought = { ...days, 'License Key': 'OLD-KEY-1', 'Order Date': '03/04/2020' }
  expect(await one(bought)).toMatchObject({ bought: start('2020-03-04') })
  expect(await one(bought, { dates: 'dmy' })).toMatchObject({ bought: start('2020-04-03') })
})

test.each([
  ['2026-11-29T00:30:00Z', '2026-11-28'],
  ['2026-11-28 16:45:10.123 -0800', '2026-11-28'],
  ['2020-03-04 02:00:00 UTC', '2020-03-03'],
  ['2020-03-04T01:30+02', '2020-03-03'],
  ['1583287200', '2020-03-03'],
  // A mere day.
  ['2020-03-04T00:00:00.000000Z', '2020-03-04'],
  ['2020-03-04 02:00:00', '2020-03-04'],
] as const)('%s is %s in the company’s zone', async (bought, day) => {
  const there = { ...shop, timeZone: 'America/Los_Angeles', now: new Date('2026-11-29T00:45:00Z') }
  expect(await one({ bought }, {}, there)).toMatchObject({
    bought: startOfDay('America/Los_Angeles', day).toISOString(),
  })
})

test('a product is ours by what is said, by its sku or name, or because there is one', () => {
  expect(guessSku(' STUDIO ', products)).toBe('studio')
  expect(guessSku('Studio!', products)).toBe('studio')
  expect(guessSku('', products)).toBeUndefined()
  expect(guessSku('', products.slice(0, 1))).toBe('solo')
  expect(guessSku('Other', products.slice(0, 1))).toBeUndefined()
})

test('a product that is left out is refused by name', async () => {
  expect(await faultsOf({ product: 'Sticker' }, { products: { Sticker: '' } })).toEqual([
    '2 product: “Sticker” is left out.',
  ])
})

test.each<[string, Uint8Array]>([
  ['UTF-8 with a mark', Buffer.from('\uFEFFemail,name,product,key\na@b.example,Zoë,solo,K-1-2-3-4-5\n')],
  ['UTF-16', Buffer.from('\uFEFFemail,name,product,key\na@b.example,Zoë,solo,K-1-2-3-4-5\n', 'utf16le')],
  ['Windows-1252', Buffer.from('email,name,product,key\na@b.example,Zoë,solo,K-1-2-3-4-5\n', 'latin1')],
  [
    'Excel’s sign between cells',
    Buffer.from('sep=;\nemail;name;product;key\na@b.example;Zoë;solo;K-1-2-3-4-5'),
  ],
  [
    'what lies below blank lines',
    Buffer.from('\n;;;\nemail;name;product;key\na@b.example;Zoë;solo;K-1-2-3-4-5'),
  ],
  ['CR LF above LF', Buffer.from('email,name,product,key\r\na@b.example,Zoë,solo,K-1-2-3-4-5\nx,,,\n')],
  ['tabs and CR LF', Buffer.from('email\tname\tproduct\tkey\r\na@b.example\tZoë\tsolo\tK-1-2-3-4-5')],
])('%s is read', async (_name, bytes) => {
  const [row] = await read(bytes)
  expect(row).toMatchObject({ email: 'a@b.example', name: 'Zoë', key: 'K12345' })
})

test('lines are told as an editor counts them, past texts of several lines and blank ones', async () => {
  const rows = await read('email,key,note\nx,1,"two\nlines"\n\nx,2,"a ""quoted"" one"\nx,3,\n')
  expect(rows.map((row) => (row as Fault[])[0]?.line)).toEqual([2, 5, 6])
  const below = await read('sep=,\r\n\r\nemail,key,note\r\nx,1,\r\nx,2,"two\r\nlines"\nx,3,\n')
  expect(below.map((row) => (row as Fault[])[0]?.line)).toEqual([4, 5, 7])
})

test.each([
  ['', 'Line 1 can’t be read. The file is empty.'],
  ['one\n1\n', 'fewer than two columns'],
  ['PK\u0003\u0004abc', 'a zip file, or a spreadsheet'],
  ['{"a":1}', 'This is JSON'],
  [`a,b\n"${'x'.repeat(100_001)}`, 'a row is too long'],
  [`a${','.repeat(201)}\n`, 'more than 200 columns'],
])('a file such as %j is refused whole', async (text, detail) => {
  await expect(read(text.slice(0, 120_000))).rejects.toThrow(detail)
})

test('any text at all is read, refused or listed, and never throws otherwise', async () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('ada@b.example', 'solo', '2020-01-01', '"', '\n', 'OLD-KEY-1'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 6 }), async (rows) => {
      const text = [['email', 'product', 'key', 'bought'], ...rows].map((row) => row.join(',')).join('\n')
      const result = await read(text).catch((error) => error)
      if (result instanceof Error) expect((result as { code?: string }).code).toBe('import_unreadable')
    }),
  )
})

test('a row with more cells than the header is refused, but for empty ones', async () => {
  const rows = 'email,product,key\na@b.example,solo,KEY-0001,\na@b.example,solo,KEY-0002,x\n'
  expect(await read(rows)).toMatchObject([
    { line: 2, key: 'KEY0001' },
    [{ line: 3, field: null, detail: expect.stringContaining('It has 4 cells, and the header 3.') }],
  ])
})

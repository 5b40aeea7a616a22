import fc from 'fast-check'
import { actNames } from '#shared/licensing/acts.ts'
import { hostileText } from './hostile-text.ts'
import type { OwnIds } from './seed-customer.ts'

export function generateContent(own: OwnIds): fc.Arbitrary<{ type: string; body: string }> {
  const json = fc.constant('application/json')
  const form = fc.constant('application/x-www-form-urlencoded')
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: json, body: generateBody(own) }) },
    { weight: 3, arbitrary: fc.record({ type: form, body: formBody(own) }) },
    { weight: 1, arbitrary: fc.record({ type: anyType, body: generateBody(own) }) },
  )
}

const anyType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-7',
  ';',
)

function generateBody(own: OwnIds): fc.Arbitrary<string> {
  const act = fc.record({ activationId: fc.constantFrom(...own.activations) })
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(act, nearBody).map((parts) => JSON.stringify(Object.assign({}, ...parts))),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: formBody(own) },
    { weight: 1, arbitrary: requestFile },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) },
    { weight: 1, arbitrary: fc.constant(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) },
  )
}

/** Sometimes replaces an expected value. */
const anything = fc.anything({ maxDepth: 3, withNullPrototype: true })

function near<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: neitherTextNorList },
    { weight: 1, arbitrary: hostileText },
  )
}

/** JSON that has no text of its own, and lists without a first element. */
const neitherTextNorList = fc.constantFrom<unknown>({ toString: 1 }, {}, [], [[]], null)

/** Members for all addresses at once, because each address reads only its own. */
const right = {
  items: fc.constant([{ sku: 'solo', qty: 1 }]),
  expectedTotal: fc.constant(8900),
  paymentMethod: fc.constantFrom('card', 'invoice'),
  customer: fc.record(
    {
      name: fc.constant('Ada'),
      email: fc.constant('ada@example.com'),
      companyName: near(hostileText),
      abn: near(fc.constant('51 824 753 556')),
      country: near(fc.constantFrom('AU', 'NZ')),
    },
    { requiredKeys: ['name', 'email', 'country'] },
  ),
  acceptTerms: fc.constant(true),
  verification: fc.uuid().map((id) => `pass-${id}`),
  licenceKey: fc.constantFrom('PRMT-0000-0000-0000-0000-0000-0000', ''),
  machine: fc.record({ id: fc.uuid(), name: near(hostileText), os: near(hostileText) }),
  machineId: fc.uuid(),
  name: fc.constant('Ada'),
  email: fc.constantFrom('ada@example.com', 'grace@example.com'),
  topic: fc.constantFrom('sales', 'support'),
  message: fc.string({ unit: 'grapheme', minLength: 10, maxLength: 2000 }),
  where: fc.dictionary(
    fc.oneof(fc.constantFrom('slug', '$regex', '$and', '$in', 'title', '__proto__'), hostileText),
    fc.oneof(
      anything,
      hostileText,
      fc.record({ $regex: hostileText }),
      fc.record({ $contains: hostileText }),
    ),
    { maxKeys: 5 },
  ),
  only: fc.array(fc.string()),
  sortBy: fc.array(fc.record({ title: fc.constantFrom('asc', 'desc') })),
  limit: fc.integer(),
}

const seldom = {
  request: hostileText,
  customer: fc.record({ name: hostileText, email: hostileText, companyName: hostileText, abn: hostileText }),
  items: fc.array(fc.record({ sku: near(fc.constantFrom('solo', 'studio')), qty: near(fc.nat(120)) }), {
    maxLength: 5,
  }),
  purchaseOrder: hostileText,
  companyName: hostileText,
  abn: fc.oneof(fc.constant('51 824 753 556'), hostileText),
  all: fc.oneof(fc.boolean(), hostileText),
  activationId: hostileText,
  change: fc.record({
    renew: near(fc.nat(9)),
    plan: near(fc.constantFrom('solo', 'studio')),
    seats: near(fc.nat(99)),
  }),
  licence: fc.record({ key: near(fc.constantFrom('', 'PRMT')), id: hostileText }),
  licenseKey: hostileText,
  appVersion: fc.constantFrom('2.3.0', '2', 'x'),
  nonce: hostileText,
  website: hostileText,
  search: fc.oneof(hostileText, fc.record({ query: fc.constant('title'), value: hostileText })),
  surround: fc.oneof(fc.array(fc.string()), fc.record({ slugOrPath: hostileText })),
}

/** All members right, all but one, or a subset in which each may be wrong. */
const nearBody = fc
  .oneof(
    fc
      .tuple(
        fc.record(right),
        fc.constantFrom(...Object.keys(right)),
        fc.oneof(anything, hostileText),
        fc.boolean(),
      )
      .map(([body, member, value, isWrong]) => (isWrong ? { ...body, [member]: value } : body)),
    fc.record(
      Object.fromEntries(
        Object.entries<fc.Arbitrary<unknown>>({ ...right, ...seldom }).map(([member, value]) => [
          member,
          near(value),
        ]),
      ),
      { requiredKeys: [] },
    ),
  )
  .map((body) => JSON.parse(stringify(body)))

/** Converts bigints, which JSON can't hold. */
function stringify(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member)) ?? 'null'
  )
}

function formBody(own: OwnIds): fc.Arbitrary<string> {
  const fields = fc.constantFrom(
    'name',
    'email',
    'topic',
    'message',
    'intent',
    'licenceKey',
    'machineId',
    'website',
    'abn',
    'companyName',
    'all',
    'token',
    'a[b]',
  )
  const act = {
    act: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<string>(...actNames) },
      { weight: 1, arbitrary: hostileText },
    ),
    id: fc.oneof(fc.constantFrom(...own.licences, ...own.orders), hostileText),
    activationId: fc.oneof(fc.constantFrom(...own.activations), hostileText),
    email: fc.constantFrom('grace@example.com', 'ada@example.com', ''),
    name: fc.oneof(fc.constant('Ada'), hostileText),
  }
  return fc
    .tuple(fc.dictionary(fields, hostileText), fc.record(act, { requiredKeys: [] }))
    .map(([others, known]) =>
      new URLSearchParams(
        Object.entries({ ...others, ...known }).map(([name, value]) => [name, value.toWellFormed()]),
      ).toString(),
    )
}

const requestFile = nearBody.map((body) => {
  const base64 = Buffer.from(JSON.stringify(body)).toString('base64')
  return `-----BEGIN ACTIVATION REQUEST-----\n${base64}\n-----END ACTIVATION REQUEST-----\n`
})

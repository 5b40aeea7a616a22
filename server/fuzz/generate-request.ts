import fc from 'fast-check'
import { apiRoutes, feedRoutes, routes, updateRoutes } from '#shared/routes.ts'

/** One request, as bytes could have it. */
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Requests to every address, from nearly right to nonsense. */
export function generateRequest(): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE') },
      ),
      path: fc.tuple(address, query).map(([path, search]) => path + search),
      headers: fc.tuple(ownHeaders, anyHeaders).map(([own, any]) => ({ ...any, ...own })),
      body: fc.oneof(
        { weight: 6, arbitrary: nearBody.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.json() },
        { weight: 1, arbitrary: formBody },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
        { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) },
        { weight: 1, arbitrary: fc.constant(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) },
      ),
    })
    .map(({ body, ...request }) => ({
      ...request,
      body: ['GET', 'HEAD', 'TRACE'].includes(request.method) ? null : body,
    }))
}

const known = [
  ...[routes, apiRoutes, feedRoutes, updateRoutes].flatMap((each) =>
    Object.values<string | ((part: string, refunded: number) => string)>(each).map((route) =>
      typeof route === 'string' ? route : route('part', 1),
    ),
  ),
  '/api/webhooks/stripe',
  '/_content/news',
  '/_content/releases',
  '/_content/pricing',
  '/healthz',
  '/readyz',
  '/metrics',
  '/assets/x.js',
].map((route) => route.replace(/[?#].*/, ''))

/** Visible ASCII, for a client can send no other. */
const segment = fc.oneof(
  fc.string({ maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%00',
    '%E0%A4%A',
    '..',
    '%2e%2e%2f',
    '//',
    '\\',
    '__proto__',
    'constructor',
    ';',
    '%0d%0a',
  ),
)

const address = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...known) },
  // What writes is worth more tries.
  { weight: 4, arbitrary: fc.constantFrom(apiRoutes.checkout, apiRoutes.contact, apiRoutes.activation) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('/api/orders', '/_content', '/news', '/api', '', '/updates'), segment, segment)
      .map((parts) => parts.join('/')),
  },
  { weight: 1, arbitrary: segment.map((part) => `/${part}`) },
)

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom(
            'only',
            'where',
            'limit',
            'token',
            'order',
            'os',
            'arch',
            'search',
            'sortBy',
            'a[b][c]',
            '__proto__[x]',
          ),
          segment,
        ),
        {
          maxLength: 4,
        },
      )
      .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
  },
)

const headerText = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))

const anyHeaders = fc.dictionary(
  fc.constantFrom(
    'cookie',
    'authorization',
    'x-request-id',
    'x-forwarded-for',
    'if-none-match',
    'accept-encoding',
    'range',
    'origin',
    'referer',
    'stripe-signature',
    'accept',
    'if-modified-since',
    'accept-language',
    'content-encoding',
  ),
  headerText,
  { maxKeys: 4 },
)

const ownHeaders = fc.record(
  {
    'content-type': fc.constantFrom(
      ...Array.from({ length: 6 }, () => 'application/json'),
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json; charset=utf-7',
      ';',
    ),
    'idempotency-key': fc.oneof({ weight: 4, arbitrary: fc.uuid() }, { weight: 1, arbitrary: headerText }),
    accept: fc.constantFrom('*/*', 'text/html', 'application/json'),
  },
  { requiredKeys: ['content-type', 'idempotency-key'] },
)

/** Anything where a value is expected, now and then. */
const anything = fc.anything({ maxDepth: 3, withNullPrototype: true })

function near<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: longText },
  )
}

const longText = fc.string({ unit: 'grapheme', maxLength: 600 })

/** What the addresses ask for, together: each reads its own members and ignores the others. */
const right = {
  items: fc.constant([{ sku: 'solo', qty: 1 }]),
  expectedTotal: fc.constant(8900),
  paymentMethod: fc.constantFrom('card', 'invoice'),
  customer: fc.record(
    {
      name: fc.constant('Ada'),
      email: fc.constant('ada@example.com'),
      companyName: near(longText),
      abn: near(fc.constant('51 824 753 556')),
      country: near(fc.constantFrom('AU', 'NZ')),
    },
    { requiredKeys: ['name', 'email', 'country'] },
  ),
  acceptTerms: fc.constant(true),
  verification: fc.uuid().map((id) => `pass-${id}`),
  licenceKey: fc.constantFrom('PRMT-0000-0000-0000-0000-0000-0000', ''),
  machine: fc.record({ id: fc.uuid(), name: near(longText), os: near(longText) }),
  machineId: fc.uuid(),
  name: fc.constant('Ada'),
  email: fc.constant('ada@example.com'),
  topic: fc.constantFrom('sales', 'support'),
  message: fc.string({ unit: 'grapheme', minLength: 10, maxLength: 2000 }),
  where: fc.dictionary(fc.constantFrom('slug', '$regex', '$and', '$in', 'title', '__proto__'), anything),
  only: fc.array(fc.string()),
  sortBy: fc.array(fc.record({ title: fc.constantFrom('asc', 'desc') })),
  limit: fc.integer(),
}

const seldom = {
  items: fc.array(fc.record({ sku: near(fc.constantFrom('solo', 'studio')), qty: near(fc.nat(120)) }), {
    maxLength: 5,
  }),
  purchaseOrder: longText,
  licenseKey: longText,
  appVersion: fc.constantFrom('2.3.0', '2', 'x'),
  nonce: longText,
  website: longText,
  search: longText,
  surround: fc.array(fc.string()),
}

/** All right but for one member, or right altogether; and then some members of which any may be wrong. */
const nearBody = fc
  .oneof(
    fc
      .tuple(fc.record(right), fc.constantFrom(...Object.keys(right)), anything, fc.boolean())
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

/** What JSON can't say is left out. */
function stringify(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member)) ?? 'null'
  )
}

const formBody = fc
  .dictionary(
    fc.constantFrom(
      'name',
      'email',
      'topic',
      'message',
      'intent',
      'licenceKey',
      'machineId',
      'website',
      'a[b]',
    ),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
  )
  .map((fields) =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()]),
    ).toString(),
  )

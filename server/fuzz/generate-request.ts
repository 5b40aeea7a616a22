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
    'idempotency-key': fc.oneof(fc.uuid(), headerText),
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

const nearBody = fc
  .record(
    {
      items: near(
        fc.array(fc.record({ sku: near(fc.constantFrom('solo', 'studio')), qty: near(fc.nat(120)) }), {
          maxLength: 5,
        }),
      ),
      expectedTotal: near(fc.constantFrom(8900, 22_900, 45_800)),
      paymentMethod: near(fc.constantFrom('card', 'invoice')),
      customer: near(
        fc.record(
          {
            name: near(fc.constant('Ada')),
            email: near(fc.constant('ada@example.com')),
            companyName: near(fc.constant('Company')),
            abn: near(fc.constant('51 824 753 556')),
            country: near(fc.constantFrom('AU', 'NZ')),
          },
          { requiredKeys: [] },
        ),
      ),
      purchaseOrder: near(longText),
      acceptTerms: near(fc.boolean()),
      verification: near(fc.uuid().map((id) => `pass-${id}`)),
      licenceKey: near(fc.constantFrom('PRMT-0000-0000-0000-0000-0000-0000', '')),
      licenseKey: near(longText),
      machine: near(
        fc.record({ id: near(fc.uuid()), name: near(longText), os: near(longText) }, { requiredKeys: [] }),
      ),
      machineId: near(fc.uuid()),
      appVersion: near(fc.constantFrom('2.3.0', '2', 'x')),
      nonce: near(longText),
      name: near(fc.constant('Ada')),
      email: near(fc.constant('ada@example.com')),
      topic: near(fc.constantFrom('sales', 'support')),
      message: near(fc.string({ unit: 'grapheme', minLength: 10, maxLength: 6000 })),
      website: near(fc.constant('')),
      where: near(
        fc.dictionary(fc.constantFrom('slug', '$regex', '$and', '$in', 'title', '__proto__'), anything),
      ),
      only: near(fc.array(fc.string())),
      sortBy: near(fc.array(fc.record({ title: fc.constantFrom('asc', 'desc') }))),
      search: near(longText),
      limit: near(fc.integer()),
      surround: near(fc.array(fc.string())),
    },
    { requiredKeys: [] },
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

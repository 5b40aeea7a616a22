import fc from 'fast-check'
import { generateAddress } from './generate-address.ts'
import { generateContent } from './generate-body.ts'
import { type Called, generateOperation } from './generate-operation.ts'
import type { FuzzCustomer } from './seed-customer.ts'

export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  /** Raw header lines, some of which repeat others. */
  lines: string[]
  body: string | null
}

/** Requests that are sent on one connection before any is answered. */
export type Flight = FuzzRequest[]

/** Mostly one request, else several, or one repeated beyond the limit of a connection. */
export function generateFlight(customer: FuzzCustomer): fc.Arbitrary<Flight> {
  // An unreadable request ends the connection and all answers still to come.
  const wellFormed = generateRequest(customer)
    .map((request) => ({ ...request, lines: [] }))
    .filter(hasShortHead)
  return fc.oneof(
    { weight: 24, arbitrary: generateRequest(customer).map((request) => [request]) },
    { weight: 4, arbitrary: fc.array(wellFormed, { minLength: 2, maxLength: 8 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('/', '/n', '/news?q=a', '/api/pricing', '/healthz'),
          fc.constantFrom(20, 100, 2_000),
        )
        .map(([path, times]) => Array<FuzzRequest>(times).fill(get(path))),
    },
  )
}

/** True if the head is surely below the limit of 16 KiB. */
export function hasShortHead({ path, headers, lines }: FuzzRequest): boolean {
  return path.length + JSON.stringify([headers, lines]).length < 15_000
}

/** Cuts long texts for people to read. */
export function describeFlight(flight: Flight): string {
  const cut = (_name: string, value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : value)
  return `${flight.length} × ${JSON.stringify(flight.slice(0, 8), cut)}`
}

function get(path: string): FuzzRequest {
  return { method: 'GET', path, headers: {}, lines: [], body: null }
}

function generateRequest(customer: FuzzCustomer): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      called: fc.oneof(
        { weight: 3, arbitrary: generateOperation(customer) },
        { weight: 2, arbitrary: generateAnyCall(customer) },
      ),
      isKnown: seldomFalse,
      headers: fc.tuple(ownHeaders, anyHeaders).map(([own, any]) => ({ ...any, ...own })),
      lines: fc.oneof(
        { weight: 9, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: moreLines },
      ),
    })
    .map(({ called: { method, path, type, body }, isKnown, headers, lines }) => {
      const hasBody = !['GET', 'HEAD', 'TRACE'].includes(method)
      return {
        method,
        path,
        headers: { ...headers, 'content-type': type, ...(isKnown && signIn(path, customer)) },
        // Without a body the server would wait for one.
        lines: hasBody ? lines : lines.filter((line) => !/^(Content-Length|Transfer-Encoding)/.test(line)),
        body: hasBody ? body : null,
      }
    })
}

/** Pages, forms, and whatever else people send. */
function generateAnyCall(own: FuzzCustomer): fc.Arbitrary<Called> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE') },
      ),
      path: generateAddress(own),
      content: generateContent(own),
    })
    .map(({ content, ...call }) => ({ ...call, ...content }))
}

/** Signing out would end the session that other requests need. */
function signIn(path: string, { cookie, deskToken }: FuzzCustomer): Record<string, string> {
  if (path.startsWith('/api/desk/')) return { authorization: `Bearer ${deskToken}` }
  return /^\/(api\/)?(licences|orders)(?!\/sign-out)/.test(path) ? { cookie } : {}
}

const seldomFalse = fc.oneof(
  { weight: 4, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
)

const headerText = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))

const anyHeaders = fc.dictionary(
  fc.constantFrom(
    ...'cookie authorization x-request-id x-forwarded-for if-none-match accept-encoding range origin referer stripe-signature accept if-modified-since accept-language content-encoding'.split(
      ' ',
    ),
  ),
  headerText,
  { maxKeys: 4 },
)

const ownHeaders = fc.record(
  {
    'idempotency-key': fc.oneof({ weight: 4, arbitrary: fc.uuid() }, { weight: 1, arbitrary: headerText }),
    accept: fc.constantFrom('*/*', 'text/html', 'application/json'),
  },
  { requiredKeys: ['idempotency-key'] },
)

const moreLines: fc.Arbitrary<string[]> = fc.constantFrom(
  ['Host: evil.example'],
  ['host:'],
  ['Content-Length: 3'],
  ['Transfer-Encoding: chunked'],
  ['Transfer-Encoding: identity, chunked'],
  ['Content-Type: text/plain'],
  ['Cookie: orders=a', 'Cookie: orders=b'],
  [`Cookie: orders=${`ot_${'x'.repeat(43)}.`.repeat(300)}`],
  ['Authorization: Bearer a', 'Authorization: Bearer b'],
  ['X-Forwarded-For: 203.0.113.1', 'X-Forwarded-For: x'],
  ['Idempotency-Key: a', 'Idempotency-Key: b'],
  ['Accept-Encoding: gzip', 'Accept-Encoding: br'],
  ['Expect: 100-continue'],
)

import fc from 'fast-check'
import { actNames } from '#shared/licensing/acts.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import { hostileText } from './hostile-text.ts'
import type { OwnIds } from './seed-customer.ts'

/** Generates path and query of pages, their forms, or nearly so. */
export function generateAddress({ licences, orders, activations }: OwnIds): fc.Arbitrary<string> {
  const ownForm = fc
    .tuple(fc.constantFrom(...actNames), fc.constantFrom(...licences, ...orders, ...activations))
    .map(([act, id]) => licenceActRoute(act, id, { activationId: id }))
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(address, query).map(([path, search]) => path + search) },
    { weight: 2, arbitrary: ownForm },
  )
}

const pages = [
  ...Object.values<string | ((part: string, document: never) => string)>(routes).map((route) =>
    typeof route === 'string' ? route : route('part', 1 as never),
  ),
  '/assets/x.js',
].map((route) => route.replace(/[?#].*/, ''))

/** Visible ASCII, because clients can't send other characters. */
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
    '/./',
    '%73',
  ),
  hostileText.map((text) => encodeURIComponent(text.slice(0, 1_000).toWellFormed())),
)

const address = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pages) },
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
            ...'only where limit token order act id done step t os arch search q sortBy a[b][c] __proto__[x]'.split(
              ' ',
            ),
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

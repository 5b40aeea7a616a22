import fc from 'fast-check'
import { actNames } from '#shared/licensing/acts.ts'
import { apiPatterns, apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { feedRoutes, licenceActRoute, operationRoutes, routes } from '#shared/routes/routes.ts'
import { hostileText } from './hostile-text.ts'
import type { OwnIds } from './seed-customer.ts'

/** Generates path and query, known or nearly so. */
export function generateAddress(own: OwnIds): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(address, query).map(([path, search]) => path + search) },
    { weight: 4, arbitrary: actAddress(own) },
  )
}

/** Generates customers' actions, on their own things or nearly so. */
function actAddress({ licences, orders, activations }: OwnIds): fc.Arbitrary<string> {
  const { releaseSeat, replaceKey, moveLicence, correctBuyer, payOrder, cancelOrder, document } = apiPatterns
  const onOwn = (patterns: string[], ids: string[]) =>
    fc
      .tuple(
        fc.constantFrom(...patterns),
        fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: segment }),
      )
      .map(([pattern, id]) => pattern.replace(/:\w+/g, id))
  return fc.oneof(
    onOwn([releaseSeat, replaceKey, moveLicence], licences),
    onOwn([correctBuyer, payOrder, cancelOrder, document], orders),
    fc
      .tuple(fc.constantFrom(...actNames), fc.constantFrom(...licences, ...orders, ...activations))
      .map(([act, id]) => licenceActRoute(act, id, { activationId: id })),
  )
}

const known = [
  ...[routes, apiRoutes, feedRoutes, updateRoutes, operationRoutes].flatMap((each) =>
    Object.values<string | ((part: string, document: never) => string)>(each).map((route) =>
      typeof route === 'string' ? route : route('part', 1 as never),
    ),
  ),
  '/_content/news',
  '/_content/releases',
  '/_content/pricing',
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
  { weight: 6, arbitrary: fc.constantFrom(...known) },
  // Writing paths deserve more tries.
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      apiRoutes.checkout,
      apiRoutes.contact,
      apiRoutes.activation,
      apiRoutes.offlineActivation,
      apiRoutes.trial,
      apiRoutes.licenceQuote,
      apiRoutes.licencesLink,
      apiRoutes.licencesErasure,
      apiRoutes.licencesSignOut,
      routes.contact,
      routes.activation,
      routes.licences,
      routes.licencesOpen,
      routes.licencesChange,
      routes.licencesMove,
      routes.renew,
      routes.unsubscribe,
    ),
  },
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
            'act',
            'id',
            'done',
            'step',
            't',
            'os',
            'arch',
            'search',
            'q',
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

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startsPolicy } from '../licences/your-licences/acts/move.ts'
import { deskPurpose, licencesPurpose } from '../people/sign-in/session-lifetimes.ts'
import { resendPolicy } from '../shop/orders/resend.ts'
import { type RateLimits, ratePolicies } from './middleware/rate-limit.ts'

const policies = { ...ratePolicies, resend: resendPolicy, moves: startsPolicy }

const counted: Record<keyof RateLimits | 'resend' | 'moves', string> = {
  newOrdersAndQuotes: 'new orders by `/api/checkout`, and new quotes',
  carts: '`/api/checkout`, `/api/cart/price` and `POST /api/quotes`, any request: they try discount codes',
  general:
    '`/api/orders`, below `/api/quotes`, `/api/licences/mine` and below; `/api/help/clear`, `/api/help/missed`; forms of an order and of Your licences',
  resend: 'an order’s mail, sent again, for each order',
  moves: 'moves of licences to another address, for each owner',
  activation: '`/api/activation` and below, `/api/licences/quote`, the activation page’s form',
  licences: 'there, with the key or token of an active licence: for each of its seats, from all clients',
  trials: '`/api/activation/trial`, and request files for a trial',
  unknownKeys: 'unknown keys, also at the updates, which then offer no version',
  contact: 'messages, by script or by form',
  signIn: 'sign-in links',
  signInAddress: 'sign-in links, for each recipient; without the human check counted apart',
  deskLinks: 'links to the desk, for each recipient',
  deskLinksUnchecked: 'links to the desk before the human check, for each client and each recipient',
  desk: '`/api/desk`, and the pages and forms of `/desk`',
  remoteRooms: 'rooms for a phone that steers the prompter',
  remoteMessages: 'below `/api/remote`',
  refusals: 'writing requests that fail validation (400, 413, 415, 422)',
}

test('links are limited for as long as one works', () => {
  const { signInAddress, deskLinks, deskLinksUnchecked } = ratePolicies
  expect(signInAddress.windowSeconds * 1000).toBe(licencesPurpose.linkMs)
  for (const { windowSeconds } of [deskLinks, deskLinksUnchecked])
    expect(windowSeconds * 1000).toBe(deskPurpose.linkMs)
})

test('server/README.md lists every rate limit', () => {
  const rows = Object.entries(counted).map(([name, what]) => {
    const { quota, windowSeconds } = policies[name as keyof typeof policies]
    return `| ${what} | ${quota} | ${inUnits(windowSeconds)} |`
  })
  const table = ['| Limit, for each client | Requests | Window |', '|---|---|---|', ...rows].join('\n')
  expect(readFileSync('server/README.md', 'utf8')).toContain(`\n\n${table}\n\n`)
})

function inUnits(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`
}

const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) =>
  readFileSync(file, 'utf8'),
)

test.each(Object.keys(ratePolicies))('something is counted by %s', (name) => {
  const counting = new RegExp(`\\blimit: '${name}'|[lL]imits\\.${name}\\b`)
  expect(sources.some((text) => counting.test(text))).toBe(true)
})

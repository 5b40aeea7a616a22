import { dayIn } from '#shared/calendar/calendar.ts'
import { normaliseLicenceKey } from '#shared/licensing/licence-key.ts'
import { maxKeyText } from '#shared/licensing/requests.ts'
import type { Release } from '#shared/releases/releases.ts'
import { type Audience, offeredTo } from '#shared/releases/standing.ts'
import type { AppContext, Data, Keys, Seller } from '../../context.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Asked } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { isGuess } from './activation-rate.ts'
import { findLicence } from './licences.ts'
import { orRefuse } from './refusals.ts'
import { termsOfReplacedKey } from './replaced-keys.ts'

type Client = Pick<Asked, 'headers' | 'ip'>
type Context = Data & Keys & Seller & Pick<AppContext, 'rateLimits'>

/** Any header counts, so that a key which can't be read never gets what others get. */
export function carriesKey({ headers }: Pick<Asked, 'headers'>): boolean {
  return headers.authorization !== undefined
}

/**
 * What the audience is offered, newest first; with `Authorization: Bearer <licence key>`, what the key covers of it. A
 * suspended licence and a replaced key keep what they covered.
 * @throws AppError 422 `licence_key_malformed`, 404 `licence_not_found`, `release_not_covered`, 403 `licence_revoked`, 429
 */
export async function offeredReleases(
  ctx: Context,
  asked: Client,
  audience: Pick<Audience, 'channel' | 'place'>,
): Promise<readonly Release[]> {
  const { releases, site } = ctx.library.typed
  if (!carriesKey(asked)) return offeredTo(releases, audience)
  const { status, updates_until } = await termsOf(ctx, asked)
  if (status === 'revoked') orRefuse<object>({ refused: 'licence_revoked' })
  const covered = offeredTo(releases, { ...audience, until: dayIn(site.company.timeZone, updates_until) })
  if (covered.length > 0) return covered
  throw new AppError(404, 'release_not_covered', 'Every release came after this licence’s updates ended.')
}

async function termsOf(
  { database: { db }, keyring, rateLimits: { unknownKeys } }: Context,
  asked: Client,
): Promise<Pick<LicenceRow, 'status' | 'updates_until'>> {
  await unknownKeys.requireLeft(asked)
  const key = bearerOf(asked)
  const found = await findLicence(db, key, keyring)
  if (found === 'licence_key_replaced') return termsOfReplacedKey(db, normaliseLicenceKey(key))
  if (typeof found !== 'string') return found
  if (isGuess(found)) await unknownKeys.count(asked.ip)
  return orRefuse<LicenceRow>({ refused: found }, '/Authorization')
}

/** Node reads headers as Latin-1, but keys may come with dashes and blanks of UTF-8. */
function bearerOf({ headers: { authorization = '' } }: Client): string {
  const [, key = ''] = /^Bearer (.*)$/i.exec(authorization.slice(0, maxKeyText)) ?? []
  return Buffer.from(key, 'latin1').toString()
}

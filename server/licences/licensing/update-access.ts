import { createHmac } from 'node:crypto'
import { dayIn } from '#shared/calendar/calendar.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import { maxKeyText } from '#shared/licensing/requests.ts'
import { type Audience, offeredTo } from '#shared/releases/offered-to.ts'
import type { Release } from '#shared/releases/releases.ts'
import type { AppContext, Data, Keys, Seller } from '../../context.ts'
import { hashToken } from '../../people/sign-in/token.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { ActivationRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { HeldSecrets } from '../../runtime/keys/data-secret.ts'
import type { Asked } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { isGuess } from './activation-rate.ts'
import { findLicence } from './licences.ts'
import { refusalOf } from './refusals.ts'
import { termsOfReplacedKey } from './replaced-keys.ts'

type Client = Pick<Asked, 'headers' | 'ip'> & { params: Asked['params'] }
type Context = Data & Keys & Seller & Pick<AppContext, 'rateLimits'>

/** Both newest first. Without a licence, both are the same. */
export type Offer = {
  covered: readonly Release[]
  /** Includes releases that the licence doesn't cover. */
  offered: readonly Release[]
}

/** Any header or token counts, so that an unreadable one never gets the public offer. */
export function namesLicence({ headers, params }: Pick<Client, 'headers' | 'params'>): boolean {
  return headers.authorization !== undefined || params.token !== undefined
}

/**
 * Finds the releases offered to the audience. A feed's token or `Authorization: Bearer <licence key>` limits
 * it to what the licence covers. A suspended licence and a replaced key keep their coverage.
 * @throws AppError 422 `licence_key_malformed`, 404 `licence_not_found`, `update_token_unknown`, 403
 * `licence_revoked`, 429
 */
export async function findOffer(
  ctx: Context,
  asked: Client,
  audience: Pick<Audience, 'channel' | 'place'>,
): Promise<Offer> {
  const { releases, site } = ctx.library.typed
  const offered = offeredTo(releases, audience)
  if (!namesLicence(asked)) return { covered: offered, offered }
  const { status, updates_until } = await termsOf(ctx, asked)
  if (status === 'revoked') throw refusalOf({ refused: 'licence_revoked' })
  const until = dayIn(site.company.timeZone, updates_until)
  return { covered: offeredTo(releases, { ...audience, until }), offered }
}

async function termsOf(
  { database: { db }, keyring, rateLimits: { unknownKeys } }: Context,
  asked: Client,
): Promise<Pick<LicenceRow, 'status' | 'updates_until'>> {
  const { token } = asked.params
  if (token !== undefined) return (await findByUpdateToken(db, token)) ?? refuseToken()
  await unknownKeys.requireLeft(asked)
  const key = bearerOf(asked)
  const found = await findLicence(db, key, keyring)
  if (found === 'licence_key_replaced') return termsOfReplacedKey(db, normaliseLicenceKey(key))
  if (typeof found !== 'string') return found
  if (isGuess(found)) await unknownKeys.count(asked.ip)
  throw refusalOf({ refused: found }, '/Authorization')
}

function refuseToken(): never {
  throw new AppError(404, 'update_token_unknown', 'No machine with a seat has this feed. Activate again.')
}

/** Node decodes headers as Latin-1, but keys may contain dashes and spaces in UTF-8. */
function bearerOf({ headers: { authorization = '' } }: Client): string {
  const [, key = ''] = /^Bearer (.*)$/i.exec(authorization) ?? []
  return Buffer.from(key, 'latin1').toString().slice(0, maxKeyText)
}

/**
 * "up_…". Identifies an activation at the update feeds, so that its key isn't sent there. It stays the same
 * until the data secret is replaced; the next activation then creates another.
 */
export async function keepUpdateToken(
  trx: Trx,
  { id, update_token_hash }: Pick<ActivationRow, 'id' | 'update_token_hash'>,
  secrets: HeldSecrets,
): Promise<string> {
  const token = `up_${createHmac('sha256', secrets.of('update feed')).update(id).digest('base64url')}`
  const hash = hashToken(token)
  if (hash !== update_token_hash) {
    await trx.updateTable('activations').set({ update_token_hash: hash }).where('id', '=', id).execute()
  }
  return token
}

/** Finds the licence while the machine holds its seat. */
function findByUpdateToken(
  db: Db,
  token: string,
): Promise<Pick<LicenceRow, 'status' | 'updates_until'> | undefined> {
  return db
    .selectFrom('activations')
    .innerJoin('licences', 'licences.id', 'activations.licence_id')
    .select(['licences.status', 'licences.updates_until'])
    .where('update_token_hash', '=', hashToken(token))
    .where('released_at', 'is', null)
    .executeTakeFirst()
}

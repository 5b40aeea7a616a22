import type { Request } from 'express'
import { dayIn } from '#shared/calendar.ts'
import type { Release } from '#shared/releases.ts'
import type { AppContext } from '../context.ts'
import type { LicenceRow } from '../db/rows/licences.ts'
import { unknownKey } from './activation-rate.ts'
import { findLicence } from './licences.ts'

type Context = Pick<AppContext, 'database' | 'keyring' | 'library' | 'rateLimits'>

type OfferedReleases = {
  releases: readonly Release[]
  /** The releases were chosen for the request's key. */
  isOwn: boolean
}

/**
 * Reads `Authorization: Bearer <licence key>`. Any other header, an inactive licence, or a client that tried too many
 * unknown keys gets all releases, so that no updater breaks.
 */
export async function offeredReleases(ctx: Context, req: Request): Promise<OfferedReleases> {
  const { releases, site } = ctx.library.typed
  const licence = await licenceOf(ctx, req)
  if (licence?.status !== 'active') return { releases, isOwn: false }
  const until = dayIn(site.company.timeZone, licence.updates_until)
  return { releases: releases.filter(({ date }) => date <= until), isOwn: true }
}

async function licenceOf(
  { database, keyring, rateLimits: { unknownKeys } }: Context,
  req: Request,
): Promise<LicenceRow | null> {
  const [, key] = /^Bearer +(\S{1,200})$/i.exec(req.headers.authorization ?? '') ?? []
  if (!key || !(await unknownKeys.isLeft(req))) return null
  const found = await findLicence(database.db, key, keyring)
  if (found === unknownKey) await unknownKeys.count(req.ip)
  return typeof found === 'string' ? null : found
}

import type { Request } from 'express'
import { dayIn } from '#shared/calendar.ts'
import type { Release } from '#shared/releases.ts'
import type { Licensing } from './activate.ts'
import { findLicence } from './licences.ts'

export type OfferedReleases = {
  releases: readonly Release[]
  /** Chosen for the licence whose key came with the request. */
  isOwn: boolean
}

/**
 * The releases that the licence of a request covers: `Authorization: Bearer <licence key>`. Anything else in its place,
 * also the key of a licence that isn't active, gets all of them, so that no updater breaks.
 */
export async function offeredReleases(
  { database, keyring, library }: Pick<Licensing, 'database' | 'keyring' | 'library'>,
  { headers }: Pick<Request, 'headers'>,
): Promise<OfferedReleases> {
  const { releases, site } = library.typed
  const [, key] = /^Bearer +(\S{1,200})$/i.exec(headers.authorization ?? '') ?? []
  const licence = key ? await findLicence(database.db, key, keyring) : null
  if (licence === null || typeof licence === 'string' || licence.status !== 'active') {
    return { releases, isOwn: false }
  }
  const until = dayIn(site.company.timeZone, licence.updates_until)
  return { releases: releases.filter(({ date }) => date <= until), isOwn: true }
}

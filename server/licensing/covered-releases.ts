import type { Request } from 'express'
import { dayIn } from '#shared/calendar.ts'
import type { Release } from '#shared/releases.ts'
import type { Licensing } from './activate.ts'
import { findLicence } from './licences.ts'

export type OfferedReleases = {
  releases: readonly Release[]
  /** The releases were chosen for the request's key. */
  isOwn: boolean
}

/** Reads `Authorization: Bearer <licence key>`. Any other header or inactive licence gets all releases, so that no updater breaks. */
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

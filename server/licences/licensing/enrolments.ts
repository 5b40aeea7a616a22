import { createHmac } from 'node:crypto'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Enrolment, OwnEnrolment } from '#shared/licensing/answers.ts'
import { createLicenceKey, hintOfLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { EnrolmentRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import { newId } from '../../runtime/ids.ts'
import type { HeldSecrets, Secrets } from '../../runtime/keys/data-secret.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalidField } from '../../web/http/parse.ts'
import { type FoundLicence, findLicence } from './licences.ts'
import { hashDeadKey } from './replaced-keys.ts'
import { machinesOn } from './seats.ts'

/** Prefix of tokens, which look like keys and detect typos in the same way. */
const prefix = 'TEAM'

type Wanted = { seats: number; lastDay: Day }
type Making = Moment & { secrets: HeldSecrets; site: Pick<Site, 'company'>; who: string }

/** @param trx has locked the licence @throws AppError 422 for a day in the past */
export async function makeEnrolment(
  trx: Trx,
  { id: licence_id }: Pick<LicenceRow, 'id'>,
  { seats, lastDay }: Wanted,
  { secrets, site, now, random, who }: Making,
): Promise<EnrolmentRow> {
  if (lastDay < dayIn(site.company.timeZone, now)) {
    throw invalidField('/lastDay', 'Choose today or a later day.')
  }
  const id = newId('enr', { now, random })
  const token = tokenOf(id, secrets)
  const row = {
    id,
    licence_id,
    token_hash: hashDeadKey(token),
    token_hint: hintOfLicenceKey(token),
    seats,
    last_day: lastDay,
    who,
    created_at: now.toISOString(),
  }
  return trx.insertInto('enrolments').values(row).returningAll().executeTakeFirstOrThrow()
}

/**
 * Machines keep their seats.
 * @param id ends only this one; without it, all end
 * @returns those that ended now
 */
export function endEnrolments(
  trx: Trx,
  licenceId: string,
  { id, now }: { id?: string | undefined; now: Date },
): Promise<EnrolmentRow[]> {
  return trx
    .updateTable('enrolments')
    .set({ ended_at: now.toISOString() })
    .where('licence_id', '=', licenceId)
    .where('ended_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', String(id)))
    .returningAll()
    .execute()
}

export function enrolmentNotFound(): AppError {
  return new AppError(404, 'enrolment_not_found', 'The licence has no such token, or it ended already.')
}

type Listed = EnrolmentRow & { used: number }

/** Enrolments that nobody ended, newest first. */
export function listEnrolments(db: Db, licenceIds: readonly string[]): Promise<Listed[]> {
  if (licenceIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('enrolments')
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom('activations')
        .select(fn.countAll<number>().as('used'))
        .whereRef('enrolment_id', '=', 'enrolments.id')
        .where('released_at', 'is', null)
        .as('used'),
    )
    .where('licence_id', 'in', licenceIds)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, used: Number(row.used) })))
}

export function viewEnrolment({ id, token_hint, seats, used, last_day, created_at }: Listed): Enrolment {
  return {
    id,
    tokenHint: token_hint,
    seats: { limit: seats, used },
    lastDay: last_day,
    createdAt: created_at,
  }
}

export function viewOwnEnrolment(row: Listed, secrets: Secrets): OwnEnrolment {
  return { ...viewEnrolment(row), token: shownToken(row, secrets) }
}

/** Derives the token, which isn't stored. Null if the data secret has changed since. */
export function shownToken({ id, token_hash }: EnrolmentRow, secrets: Secrets): string | null {
  const token = tokenOf(id, secrets)
  return hashDeadKey(token) === token_hash ? token : null
}

/** A licence, and the enrolment if its token was used instead of the key. */
type Shown = { licence: LicenceRow; enrolment: EnrolmentRow | null }

/** Finds the licence by the key or token that a program sends. */
export async function findShown(
  db: Db,
  text: string,
  keyring: Keyring,
): Promise<Shown | Extract<FoundLicence, string>> {
  const found = isToken(text) ? await findByToken(db, text) : undefined
  if (found) return found
  const licence = await findLicence(db, text, keyring)
  return typeof licence === 'string' ? licence : { licence, enrolment: null }
}

/** Tokens can't be guessed: they have as many random bits as a key. */
export function isToken(text: string): boolean {
  return normaliseLicenceKey(text).startsWith(`${prefix}-`)
}

async function findByToken(db: Db, text: string): Promise<Shown | undefined> {
  const enrolment = await db
    .selectFrom('enrolments')
    .selectAll()
    .where('token_hash', '=', hashDeadKey(normaliseLicenceKey(text)))
    .executeTakeFirst()
  if (!enrolment) return undefined
  const licence = await db
    .selectFrom('licences')
    .selectAll()
    .where('id', '=', enrolment.licence_id)
    .executeTakeFirstOrThrow()
  return { licence, enrolment }
}

/**
 * Reason why a token allows no further machine; null if it does. Machines with a seat keep it.
 * @param trx has locked the licence
 */
export async function refuseEnrolment(
  trx: Trx,
  { id }: Pick<EnrolmentRow, 'id'>,
  machineId: string,
  { site, now }: { site: Pick<Site, 'company'>; now: Date },
): Promise<'enrolment_ended' | 'enrolment_full' | null> {
  const enrolment = await trx
    .selectFrom('enrolments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const machines = await machinesOn(trx, enrolment.licence_id)
  if (machines.some(({ machine_id }) => machine_id === machineId)) return null
  const isOver = enrolment.last_day < dayIn(site.company.timeZone, now)
  if (enrolment.ended_at !== null || isOver) return 'enrolment_ended'
  const used = machines.filter(({ enrolment_id }) => enrolment_id === id).length
  return used < enrolment.seats ? null : 'enrolment_full'
}

function tokenOf(id: string, secrets: Secrets): string {
  const bytes = createHmac('sha256', secrets.of('enrolment')).update(id).digest()
  return createLicenceKey(prefix, bytes.subarray(0, keyRandomness))
}

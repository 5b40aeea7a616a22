import { dayMs } from '#shared/calendar/calendar.ts'
import type { TrialAnswer } from '#shared/licensing/answers.ts'
import type { TrialRequest } from '#shared/licensing/requests.ts'
import { routes } from '#shared/routes/routes.ts'
import type { WebhookContext } from '../../messages/webhooks/queue.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { TrialRow } from '../../runtime/db/rows/licences.ts'
import { type Licensing, refuseSigning } from './activate.ts'
import { signFile } from './licence-file.ts'
import { enqueueTrialStarted } from './licence-webhooks.ts'
import { findSigner } from './public-keys.ts'
import type { Refused } from './refusals.ts'

/** A machine has one trial, so a repeat returns the same end. */
export async function startTrial(
  { database: { db }, keyring, clock, random, library, config }: Licensing,
  { machine, nonce, signingKeys }: TrialRequest,
): Promise<TrialAnswer | Refused> {
  const now = clock()
  const { site } = library.typed
  const { product, trial: offer } = site
  const signer = await findSigner(db, keyring, signingKeys)
  if (!signer) return refuseSigning({ config })
  const shopUrl = config.siteUrl + routes.shop
  const earlier = await findTrial(db, machine.id)
  const created =
    !earlier && offer !== null && (await insertTrial(db, machine.id, offer.days, { site, now, random }))
  const found = earlier ?? (await findTrial(db, machine.id))
  if (!found) return { refused: 'trial_not_offered', shopUrl }
  if (found.expires_at <= now.toISOString()) return { refused: 'trial_ended', shopUrl }

  const trial: TrialAnswer['trial'] = {
    product,
    plan: 'trial',
    machineId: machine.id,
    startedAt: found.started_at,
    expiresAt: found.expires_at,
  }
  const { machineId, startedAt, expiresAt } = trial
  const file = signFile('trial', { trial: { startedAt, expiresAt } }, { signer, site, machineId, nonce, now })
  return { created, trial, file, serverTime: now.toISOString() }
}

/** @returns whether this request started it, among concurrent ones */
function insertTrial(db: Db, machineId: string, days: number, context: WebhookContext): Promise<boolean> {
  const { now } = context
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('trials')
      .values({
        machine_id: machineId,
        started_at: now.toISOString(),
        expires_at: new Date(now.getTime() + days * dayMs).toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted) await enqueueTrialStarted(trx, inserted, context)
    return inserted !== undefined
  })
}

function findTrial(db: Db, machineId: string): Promise<TrialRow | undefined> {
  return db.selectFrom('trials').selectAll().where('machine_id', '=', machineId).executeTakeFirst()
}

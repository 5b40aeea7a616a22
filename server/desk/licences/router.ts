import { Router } from 'express'
import type { z } from 'zod'
import type { LicenceList } from '#shared/desk/licence-answers.ts'
import {
  deskMoveSchema,
  deskReleaseSchema,
  issueSchema,
  licenceActSchema,
  licenceListQuerySchema,
  revokeSchema,
  seatsSchema,
  updatesUntilSchema,
} from '#shared/desk/requests.ts'
import type { DeskAct } from '#shared/desk/roles.ts'
import { tailOfKey } from '#shared/desk/words.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { invalid, parse } from '../../http/parse.ts'
import {
  type By,
  move,
  release,
  replaceKey,
  setSeats,
  setStatus,
  setUpdatesUntil,
} from '../../licensing/acts.ts'
import { grantLicence, grantOf } from '../../licensing/new-licence.ts'
import { requireLicenceRevision } from '../../licensing/revision.ts'
import { momentOf } from '../../moment.ts'
import { type Acting, actOnce } from '../act-once.ts'
import { requireConfirmation } from '../confirm.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow } from '../staff.ts'
import { listLicencesPage, viewLicenceRow } from './list-licences.ts'
import { findDeskLicence, viewDeskLicence } from './view-licence.ts'

/** Acts share their functions with the command line. */
export function createRouter(ctx: AppContext): Router {
  const { database } = ctx
  const { db } = database
  const router = Router()
  router.get('/', allow(ctx, 'licences.read'), async (req, res) => {
    const { after, limit, ...filter } = parseQuery(licenceListQuerySchema, req)
    const { rows, next } = await listLicencesPage(database, filter, { after: cursorOf({ after }), limit })
    res.json({ licences: rows.map(viewLicenceRow), next } satisfies LicenceList)
  })
  router.get('/:id', allow(ctx, 'licences.read'), async (req, res) => {
    res.json(await viewDeskLicence(ctx, await findDeskLicence(db, String(req.params.id))))
  })
  const once = actOnce(ctx, 'licences.issue', {
    status: 201,
    read: (req) => parse(issueSchema, req.body ?? {}),
    run: (_req, body, by) => issue(body, by),
    answer: async (_req, id) => ({ licence: await viewDeskLicence(ctx, await findDeskLicence(db, id)) }),
  })
  router.post('/', ...once)

  act('/:id/suspend', 'licences.suspend', licenceActSchema, (id, _body, by) =>
    setStatus(ctx, id, 'suspended', by),
  )
  act('/:id/reinstate', 'licences.reinstate', licenceActSchema, (id, _body, by) =>
    setStatus(ctx, id, 'active', by),
  )
  act('/:id/revoke', 'licences.revoke', revokeSchema, async (id, { confirm }, by) => {
    const licence = await findDeskLicence(db, id)
    await requireLicenceRevision(db, licence, by.revision)
    const { machines, keyHint, email } = await viewDeskLicence(ctx, licence)
    const preview = { keyHint, email, plan: licence.plan, machines: machines.map(({ name }) => name) }
    requireConfirmation(tailOfKey(keyHint), confirm && tailOfKey(confirm), preview)
    await setStatus(ctx, id, 'revoked', by)
  })
  act('/:id/release', 'licences.release', deskReleaseSchema, (id, { activationId }, by) =>
    release(ctx, id, { activationId }, by),
  )
  act('/:id/replace-key', 'licences.replace-key', licenceActSchema, (id, _body, by) =>
    replaceKey(ctx, id, by),
  )
  act('/:id/seats', 'licences.seats', seatsSchema, (id, { limit }, by) => setSeats(ctx, id, limit, by))
  act('/:id/updates-until', 'licences.updates-until', updatesUntilSchema, (id, { updatesUntil }, by) =>
    setUpdatesUntil(ctx, id, updatesUntil, by),
  )
  act('/:id/move', 'licences.move', deskMoveSchema, (id, wanted, by) => move(ctx, id, wanted, by))

  router.all('/', methodNotAllowed('GET', 'HEAD', 'POST'))
  router.all('/:id', methodNotAllowed('GET', 'HEAD'))
  router.all('/:id/:act', methodNotAllowed('POST'))
  return router

  /** Answers with the licence after the act. */
  function act<Schema extends z.ZodType>(
    path: string,
    name: DeskAct,
    schema: Schema,
    run: (id: string, body: z.output<Schema>, by: By) => Promise<void>,
  ): void {
    const once = actOnce(ctx, name, {
      read: (req) => parse(schema, req.body ?? {}) as z.output<Schema> & Pick<By, 'reason' | 'revision'>,
      async run(req, body, by) {
        const { id } = await findDeskLicence(db, String(req.params.id))
        const { reason, revision } = body
        await run(id, body, { ...by, reason, revision })
      },
      answer: async (_req, id) => ({ licence: await viewDeskLicence(ctx, await findDeskLicence(db, id)) }),
    })
    router.post(path, ...once)
  }

  async function issue(body: z.output<typeof issueSchema>, by: Acting): Promise<void> {
    const { site, pricing } = ctx.library.typed
    const product = pricing.products.find(({ sku }) => sku === body.sku)
    if (!product) {
      const detail = `There is no product ${body.sku}.`
      throw invalid([{ pointer: '/sku', code: 'sku_unknown', detail }], 'sku_unknown')
    }
    const moment = momentOf(ctx)
    const grant = {
      ...grantOf(product, { timeZone: site.company.timeZone, now: moment.now }),
      licensed_name: body.name,
      licensed_company: body.companyName ?? null,
      email: body.email,
    }
    const options = { isMailed: true, by: { ...by, reason: body.reason } }
    await grantLicence(db, grant, { keyring: ctx.keyring, site, ...moment }, options)
    ctx.outbox.nudge()
  }
}

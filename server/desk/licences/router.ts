import { Router } from 'express'
import { licenceListQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow } from '../staff.ts'
import { listLicencesPage, viewLicenceRow } from './list-licences.ts'
import { findDeskLicence, viewDeskLicence } from './view-licence.ts'

/** `/api/desk/licences` */
export function createRouter(ctx: AppContext): Router {
  const { database } = ctx
  const router = Router()
  router.get('/', allow(ctx, 'licences.read'), async (req, res) => {
    const { after, limit, ...filter } = parseQuery(licenceListQuerySchema, req)
    const { rows, next } = await listLicencesPage(database, filter, { after: cursorOf({ after }), limit })
    res.json({ licences: rows.map(viewLicenceRow), next })
  })
  router.get('/:id', allow(ctx, 'licences.read'), async (req, res) => {
    res.json(await viewDeskLicence(ctx, await findDeskLicence(database.db, String(req.params.id))))
  })
  router.all(['/', '/:id'], methodNotAllowed('GET', 'HEAD'))
  return router
}

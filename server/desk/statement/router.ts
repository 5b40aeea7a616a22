import express, { Router } from 'express'
import { confirmSchema, statementPartQuerySchema, statementQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { clientGone } from '../../http/client-gone.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { invalid, parse } from '../../http/parse.ts'
import { privateHeaders } from '../../http/private-headers.ts'
import { limitRate } from '../../middleware/rate-limit.ts'
import { parseQuery } from '../query.ts'
import { allow, requireDesk, staffOf } from '../staff.ts'
import { confirmStatement } from './confirm.ts'
import { columnNames } from './parse/lines.ts'
import { listStatements, readStatement } from './read-statement.ts'
import { readColumns } from './remember-columns.ts'
import { sendStatement } from './send-statement.ts'
import { takeStatement } from './take-statement.ts'

const types = [
  'text/csv',
  'text/plain',
  'application/x-ofx',
  'application/xml',
  'text/xml',
  'application/octet-stream',
]

/** Holds 100,000 lines of the wordiest format. */
export const maxStatementBytes = 40 * 1024 ** 2

/** Checks the role before reading, because the file may be large. */
export function createUploadRouter(ctx: AppContext): Router {
  const router = Router()
  const guards = [requireDesk(ctx), privateHeaders, limitRate(ctx.rateLimits.desk), allow(ctx, 'statement')]
  router.post('/', ...guards, express.raw({ type: types, limit: maxStatementBytes }), async (req, res) => {
    const { account = null, columns: named } = parseQuery(statementQuerySchema, req)
    const columns = named === undefined ? null : readColumns(named)
    if (named !== undefined && !columns) {
      const detail = `Columns are ${columnNames.join(', ')}.`
      throw invalid([{ pointer: '/columns', code: 'custom', detail }], 'invalid_request')
    }
    if (!Buffer.isBuffer(req.body)) {
      throw new AppError(415, 'unsupported_media_type', `The body must be one of ${types.join(', ')}.`)
    }
    const upload = { bytes: req.body, account, columns, who: staffOf(res).email, left: clientGone(res) }
    const statement = await takeStatement(ctx, upload)
    await sendStatement(res, 201, statement)
  })
  return router
}

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.get('/', allow(ctx, 'statement'), async (_req, res) => {
    res.json(await listStatements(ctx.database.reader))
  })
  router.get('/:id', allow(ctx, 'statement'), async (req, res) => {
    const part = parseQuery(statementPartQuerySchema, req)
    await sendStatement(res, 200, await readStatement(ctx, String(req.params.id), part))
  })
  router.post('/:id/confirm', allow(ctx, 'statement'), async (req, res) => {
    const { lines } = parse(confirmSchema, req.body ?? {})
    res.json(await confirmStatement(ctx, String(req.params.id), { lines, who: staffOf(res).email }))
  })
  router.all('/', methodNotAllowed('GET', 'HEAD', 'POST'))
  router.all('/:id', methodNotAllowed('GET', 'HEAD'))
  router.all('/:id/confirm', methodNotAllowed('POST'))
  return router
}

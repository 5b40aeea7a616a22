import { promisify } from 'node:util'
import express, { type Request, Router } from 'express'
import { statementQuerySchema } from '#shared/desk/requests/statement.ts'
import { maxStatementBytes } from '#shared/http/body-limit.ts'
import type { AppContext } from '../../context.ts'
import { AppError, formMethods } from '../../web/http/errors.ts'
import { invalidField, parse } from '../../web/http/parse.ts'
import { uploadGuards } from '../forms/upload-guards.ts'
import { requireDesk, type Staff, staffOf } from '../staff.ts'
import { allowedFor, readChosen } from './read/decisions.ts'
import { takeStatement, type Upload } from './take-statement.ts'
import { takePlace } from './take-turns.ts'

const types = [
  'text/csv',
  'text/plain',
  'application/x-ofx',
  'application/xml',
  'text/xml',
  'application/octet-stream',
]

const readFile = promisify(express.raw({ type: types, limit: maxStatementBytes, inflate: false }))

/** Checks the role and the number of concurrent uploads before reading. */
export function createUploadRouter(ctx: AppContext): Router {
  const router = Router()
  router.all('/', requireDesk(ctx), formMethods)
  router.post('/', ...uploadGuards(ctx, 'statement'), async (req, res) => {
    const read = await takePlace(ctx.database, async () => {
      await readFile(req, res)
      return takeStatement(ctx, toUpload(req, staffOf(res)))
    })
    res.status(201).json(read)
  })
  return router
}

function toUpload(req: Request, { email }: Staff): Upload {
  const query = parse(statementQuerySchema, req.query, 'invalid_request')
  const { account, newAccount, number, ...said } = query
  const chosen = readChosen(said)
  if (typeof chosen === 'string') {
    throw invalidField(`/${chosen}`, allowedFor(chosen), 'invalid_request')
  }
  if (!Buffer.isBuffer(req.body)) {
    throw new AppError(415, 'unsupported_media_type', `The body must be one of ${types.join(', ')}.`)
  }
  return { bytes: req.body, account, newAccount, number, chosen, who: email }
}

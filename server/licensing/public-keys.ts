import { createPublicKey } from 'node:crypto'
import { Router } from 'express'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { listSigningKeys } from '../keys/signing-keys.ts'

/** A JSON Web Key Set (RFC 7517, 8037) of every signing key that isn't retired. */
export function createRouter({ database }: Pick<AppContext, 'database'>): Router {
  const router = Router()
  router.get('/', async (_req, res) => {
    res.set('Cache-Control', 'public, max-age=3600')
    res.json({ keys: await publicKeys(database.db) })
  })
  router.all('/', methodNotAllowed('GET', 'HEAD'))
  return router
}

/** Newest first. `publicKey` is the same key in PEM. */
async function publicKeys(db: Db) {
  const published = (await listSigningKeys(db)).filter(({ retired_at }) => retired_at === null)
  return published.map(({ kid, public_key, created_at }) => {
    const { kty, crv, x } = createPublicKey(public_key).export({ format: 'jwk' })
    return { kid, kty, crv, x, alg: 'EdDSA', use: 'sig', publicKey: public_key, createdAt: created_at }
  })
}

import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { root } from '../root.ts'

/** Built files carry a hash in their name and never change; `public/` lies as it is, for an hour. */
export function staticFiles(): RequestHandler {
  const router = Router()
  router.use(
    '/assets',
    express.static(join(root, 'dist/client/assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
    }),
    (_req, res) => void res.sendStatus(404),
  )
  router.use(
    express.static(join(root, 'public'), { maxAge: '1h', index: false, redirect: false, dotfiles: 'allow' }),
  )
  router.use(['/images', '/icons'], (_req, res) => void res.sendStatus(404))
  return router
}

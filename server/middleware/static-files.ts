import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { root } from '../root.ts'

/** Built files carry a hash in their name and never change; drawn ones and `public/` are kept for an hour. */
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
  router.use(express.static(join(root, 'dist/client'), { maxAge: '1h', index: false, redirect: false }))
  router.get('/cards/:name.png', generalCard)
  router.use(
    express.static(join(root, 'public'), { maxAge: '1h', index: false, redirect: false, dotfiles: 'allow' }),
  )
  return router
}

/** For words that have changed since the build, until the next one. */
const generalCard: RequestHandler = (_req, res) =>
  res.sendFile(join(root, 'public/card.jpg'), { maxAge: '1h' })

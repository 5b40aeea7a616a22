import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { linkedRoot, root } from '../../runtime/root.ts'
import { acceptedEncodings } from '../http/accepted-encodings.ts'

/** Built files carry a hash in their name and never change; all others are cached for an hour. */
export function staticFiles(): RequestHandler {
  const router = Router()
  const assets = join(root, 'dist/client/assets')
  router.use(
    '/assets',
    precompressed(assets),
    files(assets, ofAsset),
    // While workers are replaced, a page of the new release may request files from an old worker.
    files(join(linkedRoot, 'dist/client/assets'), ofAsset),
    (_req, res) => void res.sendStatus(404),
  )
  router.use(filesOnly(files(join(root, 'dist/client'), options)))
  router.get('/cards/:name.png', generalCard)
  router.use(filesOnly(files(join(root, 'public'), { ...options, dotfiles: 'allow' })))
  router.use(['/images', '/icons'], (_req, res) => void res.sendStatus(404))
  return router
}

const ofAsset = { immutable: true, maxAge: '1y', index: false, redirect: false }
const options = { maxAge: '1h', index: false, redirect: false }

/**
 * A suffix range longer than the file means all of it (RFC 9110, 14.1.2), which `send` refuses.
 * Only GET has ranges (14.2), but `send` answers one to HEAD, too.
 */
function files(dir: string, served: Parameters<typeof express.static>[1]): RequestHandler {
  const serve = express.static(dir, served)
  return (req, res, next) => {
    if (req.method !== 'GET') delete req.headers.range
    serve(req, res, (error) => {
      if (error?.status !== 416 || !suffixRange.test(req.headers.range ?? '')) return next(error)
      delete req.headers.range
      res.removeHeader('Content-Range')
      serve(req, res, next)
    })
  }
}

const suffixRange = /^bytes=-0*[1-9][0-9]*$/

/** Page addresses have no dot, so they skip the disk. */
function filesOnly(serve: RequestHandler): RequestHandler {
  return (req, res, next) => (req.path.includes('.') ? serve(req, res, next) : next())
}

/** Shown for pages whose text has changed since the build. */
const generalCard: RequestHandler = (_req, res) =>
  res.sendFile(join(root, 'public/card.jpg'), { maxAge: '1h' })

const endings = { br: '.br', gzip: '.gz' } as const

function precompressed(dir: string): RequestHandler {
  const files = new Set(readdirSync(dir))
  return (req, res, next) => {
    const name = req.path.slice(1)
    if (!files.has(`${name}.br`)) return next()
    res.vary('Accept-Encoding')
    const accepted = acceptedEncodings(req.headers['accept-encoding'])
    const encoding = accepted.find((each) => each === 'identity' || files.has(name + endings[each]))
    if (!encoding || encoding === 'identity') return next()
    req.url = `/${name}${endings[encoding]}`
    res.type(name.slice(name.lastIndexOf('.'))).set('Content-Encoding', encoding)
    next()
  }
}

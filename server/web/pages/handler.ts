import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import type { Request, Response } from 'express'
import type { DeskService } from '#shared/pages/render.ts'
import type { AppContext } from '../../context.ts'
import { acceptedEncodings } from '../http/accepted-encodings.ts'
import { sendFailedPage } from '../http/failed-page.ts'
import type { FormContext } from '../http/form-page.ts'
import { isRead } from '../http/is-read.ts'
import { accessOf, type Visit } from '../http/link-access.ts'
import { policyHeader } from '../middleware/content-security-policy.ts'
import { createRequestLog, requestIdOf } from '../middleware/request-log.ts'
import type { PageStore, SharedRendering } from './page-store.ts'
import { type RenderedPage, renderPage } from './render.ts'
import { sendStored } from './send-stored.ts'
import { weakEtagOf } from './stored-page.ts'

/** Lets pages of the desk request its data. */
type DeskPages = {
  /** Undefined for other pages. */
  serviceFor(path: string, visit: Visit): DeskService | undefined
}

export type PageHandler = {
  /** @returns false unless it sends a shared page */
  sendFirst(req: IncomingMessage & { id?: string }, res: ServerResponse): boolean
  sendLast(req: Request, res: Response): Promise<void>
  sendFormPage: FormContext['sendFormPage']
}

export function createPageHandler(ctx: AppContext, store: PageStore, desk: DeskPages): PageHandler {
  const { config, log, metrics, readiness } = ctx
  const logRequest = createRequestLog(log)
  const compress = compression()

  return {
    sendFirst(req, res) {
      if (!isRead(req)) return false
      const { url = '' } = req
      const stored = store.find(url, acceptedEncodings(req.headers['accept-encoding']))
      const path = pathOf(url)
      // Express handles some addresses first: those with a dot may be files, unusual ones another page.
      const rendering = stored || /[.A-Z_%]/.test(path) ? null : store.render(url)
      if (!stored && !rendering) return false

      req.id = requestIdOf(req, config.trustProxy)
      metrics?.observe(req, res, path)
      logRequest(req, res, path, { isStored: stored !== undefined })
      const { shuttingDown } = readiness
      if (stored) {
        const closing = shuttingDown ? ['Connection', 'close'] : []
        sendStored(req, res, stored, ['X-Request-Id', req.id, ...closing])
      }
      if (rendering) {
        res.setHeader('X-Request-Id', req.id)
        if (shuttingDown) res.setHeader('Connection', 'close')
        compress(req as Request, res as Response, () => {})
        sendShared(req, res, rendering).catch((error) => {
          if (!res.headersSent) res.setHeaders(ctx.securityHeaders(path))
          sendFailedPage(res, error, log, req.id)
        })
      }
      return true
    },
    async sendLast(req, res) {
      const rendering = store.render(req.originalUrl)
      if (rendering) await sendShared(req, res, rendering)
      else await sendOwn(ctx, desk, req, res)
    },
    async sendFormPage(res, path, answer) {
      const { signal } = visitOf(res)
      const { req } = res
      const visitor = { access: accessOf(req), desk: desk.serviceFor(pathOf(path), req) }
      const order = { address: path, policy: 'failed', ...visitor, answer } as const
      sendPage(req, res, await renderPage(ctx, order, signal))
    },
  }
}

async function sendShared(req: IncomingMessage, res: ServerResponse, { page, leave }: SharedRendering) {
  // HEAD ends with the shell but lets rendering finish, so that the next request finds a stored page.
  res.on('close', () => res.writableFinished || leave())
  const rendered = await page.catch((error) => {
    if (!res.destroyed) throw error
  })
  if (!rendered) return
  const etag = await weakEtagOf(rendered)
  if (etag) res.setHeader('ETag', etag)
  sendPage(req, res, rendered)
}

async function sendOwn(ctx: AppContext, desk: DeskPages, req: Request, res: Response): Promise<void> {
  const visit = visitOf(res)
  const address = pageAddress(req.originalUrl)
  const visitor = { access: accessOf(req), desk: desk.serviceFor(pathOf(address), req) }
  const order = { address, policy: 'unstored', ...visitor } as const
  const page = await renderPage(ctx, order, visit.signal).catch((error) => {
    if (!visit.signal.aborted) throw error
  })
  if (page) sendPage(req, res, page)
  if (req.method === 'HEAD') visit.abort()
}

/**
 * An earlier router may have set a stricter header, such as an order page's referrer policy. Stored pages
 * lack headers set here.
 */
function sendPage({ method }: IncomingMessage, res: ServerResponse, page: RenderedPage): void {
  res.statusCode = page.status
  for (const [name, value] of page.headers)
    if (name === policyHeader || !res.hasHeader(name)) res.setHeader(name, value)
  if (method === 'HEAD') res.end()
  else page.body.sendTo(res)
}

function visitOf(res: ServerResponse): AbortController {
  const visit = new AbortController()
  res.on('close', () => res.writableFinished || visit.abort(new Error('the visitor left')))
  return visit
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] as string
}

/** Keeps the path on this origin. Replaces a malformed escape by an address that doesn't exist. */
function pageAddress(originalUrl: string): string {
  const address = originalUrl.replace(/^[/\\]+/, '/')
  return isDecodable(address) ? address : address.replaceAll('%', '%25')
}

/** @returns false for a broken escape, such as "%zz" */
function isDecodable(address: string): boolean {
  try {
    return typeof decodeURIComponent(address) === 'string'
  } catch {
    return false
  }
}

import express from 'express'
import { toFetchHandler } from 'srvx/node'
import { deskApiRoutes, isDeskPath } from '#shared/desk-routes.ts'
import type { DeskService } from '#shared/render.ts'
import type { AppContext } from '../context.ts'
import { problemHandler } from '../http/errors.ts'
import { parseJsonBody } from '../http/parse-body.ts'
import { newId } from '../ids.ts'
import type { Asked } from '../link-access/access.ts'
import * as desk from './router.ts'

type DeskFetch = (
  address: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>

export type DeskInProcess = {
  /** Calls `/api/desk` as the sender of a request. */
  fetchAs(asked: Asked): DeskFetch
  /** Undefined for other pages, and without staff. */
  serviceFor(path: string, asked: Asked): DeskService | undefined
}

/** Calls the desk's API without a connection, so pages follow exactly its rules. */
export function createDeskInProcess(ctx: AppContext): DeskInProcess {
  const app = express()
  // Rate limits must count the person, not this process.
  app.set('trust proxy', true)
  app.use(deskApiRoutes.home, parseJsonBody(), desk.createRouter(ctx), problemHandler(ctx.log))
  const fetch = toFetchHandler(app)

  function fetchAs({ headers: { cookie = '' }, ip = '' }: Asked): DeskFetch {
    return async (path, { headers, ...init }) => {
      const all = { ...headers, cookie, 'x-forwarded-for': ip }
      return fetch(new Request(new URL(path, ctx.config.siteUrl), { ...init, headers: all }))
    }
  }
  return {
    fetchAs,
    serviceFor(path, asked) {
      if (!isDeskPath(path) || ctx.library.typed.site.staff.length === 0) return undefined
      const fetchDesk = fetchAs(asked)
      return {
        async get(address) {
          const answer = await fetchDesk(address, { method: 'GET', headers: {} })
          return { status: answer.status, body: await answer.json() }
        },
        now: ctx.clock().toISOString(),
        pageKey: newId('page', ctx.random),
      }
    },
  }
}

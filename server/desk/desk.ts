import type { Response } from 'express'
import type { DeskService } from '#shared/pages/render.ts'
import { isDeskPath } from '#shared/routes/desk-routes.ts'
import type { AppContext } from '../context.ts'
import { randomId } from '../runtime/ids.ts'
import { type Answer, createCaller, type InProcess } from '../web/endpoint.ts'
import { toAppError } from '../web/http/errors.ts'
import { deskEndpoints } from './api.ts'

/** A person's request for a page or a form. */
type Visit = Pick<InProcess, 'headers' | 'ip'>

export type Desk = {
  /**
   * Calls an address of `/api/desk` as the person whose session cookie it carries.
   * @throws AppError as the API does
   */
  call(asked: InProcess, res?: Response): Promise<Answer>
  /** Undefined for other pages, and if there are no staff. */
  serviceFor(path: string, visit: Visit): DeskService | undefined
}

/** Lets pages and forms call the API's own functions, so that the same rules apply. */
export function createDesk(ctx: AppContext): Desk {
  const call = createCaller(ctx, deskEndpoints)

  return {
    call,
    serviceFor(path, { headers: { cookie }, ip }) {
      if (!isDeskPath(path) || ctx.library.typed.site.staff.length === 0) return undefined
      return {
        async get(address) {
          try {
            return await call({ method: 'get', address, headers: { cookie }, ip })
          } catch (error) {
            const { status, message: detail, members, cause } = toAppError(error)
            if (status >= 500) ctx.log.error({ err: cause ?? error }, 'a page of the desk failed')
            return { status, body: { detail, ...members } }
          }
        },
        now: ctx.clock().toISOString(),
        pageKey: randomId('page', ctx.random),
      }
    },
  }
}

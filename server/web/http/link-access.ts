import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'

/** The request of somebody who opens a page. */
export type Visit = Pick<Request, 'headers' | 'ip'>

/** What may open an order, a quote or a session: the headers of a request, and its address. */
export type LinkAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

export function accessOf({ headers: { authorization, cookie }, ip }: Visit): LinkAccess {
  return { ...(authorization && { authorization }), ...(cookie && { cookie }), ...(ip && { address: ip }) }
}

import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'

/** The request of somebody who opens a page. */
export type Visit = Pick<Request, 'headers' | 'ip'>

/** What may open an order, a quote or a session: the headers of a request, and its address. */
export type LinkAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

/**
 * Whether a link's token opens something, by the look-up that answers its page. That asks the API when this process serves
 * the web tier alone.
 */
export async function tokenOpens(
  find: (id: string, access: LinkAccess) => Promise<object | null>,
  id: string,
  token: string,
  visit: Visit,
): Promise<boolean> {
  return (await find(id, { ...accessOf(visit), authorization: `Bearer ${token}` })) !== null
}

export function accessOf({ headers: { authorization, cookie }, ip }: Visit): LinkAccess {
  return { ...(authorization && { authorization }), ...(cookie && { cookie }), ...(ip && { address: ip }) }
}

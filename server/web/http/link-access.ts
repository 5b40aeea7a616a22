import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'

/** Request for a page. */
export type Visit = Pick<Request, 'headers' | 'ip'>

/** Headers and address from which an order, a quote or a session may be opened. */
export type LinkAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

/** Whether a link's token opens something, by the page's own look-up, which may ask a separate API tier. */
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

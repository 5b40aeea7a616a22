import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import type { Config } from '../config.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import type { Secrets } from '../keys/data-secret.ts'
import { equalSecrets } from '../keys/equal-secrets.ts'
import type { Services } from '../services.ts'
import { cookieTokens, isToken } from './order-cookie.ts'

export type OrderAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

export type Asked = Pick<Request, 'headers' | 'ip'>

export function accessOf({ headers: { authorization, cookie }, ip }: Asked): OrderAccess {
  return { ...(authorization && { authorization }), ...(cookie && { cookie }), ...(ip && { address: ip }) }
}

export type OpenedByToken = Pick<OrderRow, 'id' | 'link_generation'>

/** Derives the token that opens an order. It stays the same until the order's links are revoked. */
export function accessToken(secrets: Secrets, { id, link_generation: generation }: OpenedByToken): string {
  // Links from mails older than generations must still open their order.
  const opened = generation === 0 ? id : `${id} ${generation}`
  return `ot_${createHmac('sha256', secrets.of('order access')).update(opened).digest('base64url')}`
}

/** Takes equally long for every token, so timing reveals nothing. */
export function opensOrder(secrets: Secrets, order: OpenedByToken, tokens: string[]): boolean {
  const expected = accessToken(secrets, order)
  return tokens.map((token) => equalSecrets(expected, token)).includes(true)
}

/** Asks the API when this process serves the web tier alone. */
export async function tokenOpens(
  { order }: Pick<Services, 'order'>,
  req: Asked,
  orderId: string,
  token: string,
): Promise<boolean> {
  return (await order(orderId, { ...accessOf(req), authorization: `Bearer ${token}` })) !== null
}

/** Reads tokens from the Authorization header and the cookie, and drops malformed ones. */
export function tokensOf(access: OrderAccess, config: Pick<Config, 'siteUrl'>): string[] {
  const [, bearer] = /^Bearer (\S+)$/i.exec(access.authorization ?? '') ?? []
  return bearer ? [bearer].filter(isToken) : cookieTokens(access, config)
}

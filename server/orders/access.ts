import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import type { Config } from '../config.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import type { Secrets } from '../keys/data-secret.ts'
import { equalSecrets } from '../keys/equal-secrets.ts'
import type { Services } from '../services.ts'
import { cookieTokens, isToken } from './order-cookie.ts'

/** The headers of a request that may carry a token, and the visitor's address. */
export type OrderAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

/** The parts of a request that say who asks. */
export type Asked = Pick<Request, 'headers' | 'ip'>

export function accessOf({ headers: { authorization, cookie }, ip }: Asked): OrderAccess {
  return { ...(authorization && { authorization }), ...(cookie && { cookie }), ...(ip && { address: ip }) }
}

export type OpenedByToken = Pick<OrderRow, 'id' | 'link_generation'>

/** Opens one order. It is derived, so mails and repeated answers carry the same one until the links are revoked. */
export function accessToken(secrets: Secrets, { id, link_generation: generation }: OpenedByToken): string {
  // Links that were mailed before generations existed must still open their order.
  const opened = generation === 0 ? id : `${id} ${generation}`
  return `ot_${createHmac('sha256', secrets.of('order access')).update(opened).digest('base64url')}`
}

/** Whether one of the tokens opens the order. The time it takes doesn't tell which one. */
export function opensOrder(secrets: Secrets, order: OpenedByToken, tokens: string[]): boolean {
  const expected = accessToken(secrets, order)
  return tokens.map((token) => equalSecrets(expected, token)).includes(true)
}

/** Whether a token opens an order of this server, or of the API where tiers are split. */
export async function tokenOpens(
  { order }: Pick<Services, 'order'>,
  req: Asked,
  orderId: string,
  token: string,
): Promise<boolean> {
  return (await order(orderId, { ...accessOf(req), authorization: `Bearer ${token}` })) !== null
}

/** The tokens that a request carries: in its header, or in its cookie. Text of another form is left out. */
export function tokensOf(access: OrderAccess, config: Pick<Config, 'siteUrl'>): string[] {
  const [, bearer] = /^Bearer (\S+)$/i.exec(access.authorization ?? '') ?? []
  return bearer ? [bearer].filter(isToken) : cookieTokens(access, config)
}

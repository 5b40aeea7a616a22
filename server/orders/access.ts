import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import type { Config } from '../config.ts'
import { equalSecrets } from '../keys/equal-secrets.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Services } from '../services.ts'
import { cookieTokens, isToken } from './order-cookie.ts'

/** The headers of a request that may carry a token, and the visitor's address. */
export type OrderAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

/** The parts of a request that say who asks. */
export type Asked = Pick<Request, 'headers' | 'ip'>

export function accessOf({ headers: { authorization, cookie }, ip }: Asked): OrderAccess {
  return { ...(authorization && { authorization }), ...(cookie && { cookie }), ...(ip && { address: ip }) }
}

/** Opens one order. Derived from its id, so that mails and repeated answers carry the same one. */
export function accessToken(keyring: Keyring, orderId: string): string {
  return `ot_${createHmac('sha256', keyring.secret('order access')).update(orderId).digest('base64url')}`
}

export function opensOrder(keyring: Keyring, orderId: string, token: string): boolean {
  return equalSecrets(accessToken(keyring, orderId), token)
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

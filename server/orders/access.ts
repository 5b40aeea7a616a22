import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import { equalSecrets } from '../keys/equal-secrets.ts'
import type { Keyring } from '../keys/keyring.ts'

/** What of a request may carry a token, and the address that it came from. */
export type OrderAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

export function accessOf({ headers: { authorization, cookie }, ip }: Request): OrderAccess {
  return { ...(authorization && { authorization }), ...(cookie && { cookie }), ...(ip && { address: ip }) }
}

/** Opens one order. Derived from its id, so that mails and repeated answers carry the same one. */
export function accessToken(keyring: Keyring, orderId: string): string {
  return `ot_${createHmac('sha256', keyring.secret('order access')).update(orderId).digest('base64url')}`
}

export function opensOrder(keyring: Keyring, orderId: string, token: string): boolean {
  return equalSecrets(accessToken(keyring, orderId), token)
}

const keptTokens = 5
const keptForMs = 30 * 24 * 60 * 60 * 1000

/** Lets this browser open the order for a month; it keeps the last few orders' tokens. */
export function rememberOrder(
  { headers }: { headers: OrderAccess },
  res: Response,
  config: Config,
  token: string,
): void {
  const tokens = [token, ...cookieTokens(headers, config).filter((other) => other !== token)].slice(
    0,
    keptTokens,
  )
  res.cookie(cookieName(config), tokens.join('.'), {
    httpOnly: true,
    secure: isSecure(config),
    sameSite: 'lax',
    path: '/',
    maxAge: keptForMs,
  })
}

/** The tokens that a request carries: in its header, or in its cookie. What has another form opens nothing. */
export function tokensOf(headers: OrderAccess, config: CookieConfig): string[] {
  const [, bearer] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer ? [bearer].filter(isToken) : cookieTokens(headers, config)
}

function isToken(text: string): boolean {
  return /^ot_[\w-]{43}$/.test(text)
}

type CookieConfig = Pick<Config, 'siteUrl'>

function cookieTokens({ cookie: header = '' }: OrderAccess, config: CookieConfig): string[] {
  const name = `${cookieName(config)}=`
  const cookie = header.split('; ').find((part) => part.startsWith(name))
  return (cookie?.slice(name.length) ?? '').split('.').filter(isToken)
}

/** The prefix makes a browser refuse the cookie from anybody but this very host over TLS. */
function cookieName(config: CookieConfig): string {
  return isSecure(config) ? '__Host-orders' : 'orders'
}

function isSecure({ siteUrl }: CookieConfig): boolean {
  return siteUrl.startsWith('https:')
}

import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import { equalSecrets } from '../keys/equal-secrets.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Services } from '../services.ts'

/** What of a request may carry a token, and the address that it came from. */
export type OrderAccess = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & { address?: string }

/** A request, whatever its parameters are. */
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

/** The same, also where another server keeps the order. */
export async function tokenOpens(
  { order }: Pick<Services, 'order'>,
  req: Asked,
  orderId: string,
  token: string,
): Promise<boolean> {
  return (await order(orderId, { ...accessOf(req), authorization: `Bearer ${token}` })) !== null
}

const keptTokens = 5
const keptForMs = 30 * 24 * 60 * 60 * 1000

/**
 * Lets this browser open the order for a month. The cookie keeps five tokens, the newest first.
 * @param place `last` for one that another site may have sent: it stands behind the five, and replaces none of them
 */
export function rememberOrder(
  { headers }: { headers: OrderAccess },
  res: Response,
  config: CookieConfig,
  token: string,
  place: 'first' | 'last' = 'first',
): void {
  const held = cookieTokens(headers, config)
  const others = held.filter((other) => other !== token)
  if (place === 'first') keepTokens(res, config, [token, ...others].slice(0, keptTokens))
  else keepTokens(res, config, held.includes(token) ? held : [...others.slice(0, keptTokens), token])
}

/**
 * Leaves the cookie alone where it holds none of them.
 * @param isForgotten whether a token of this browser's opens what it is to forget
 */
export async function forgetTokens(
  { headers }: { headers: OrderAccess },
  res: Response,
  config: CookieConfig,
  isForgotten: (token: string) => Promise<boolean>,
): Promise<void> {
  const held = cookieTokens(headers, config)
  const forgotten = await Promise.all(held.map(isForgotten))
  if (forgotten.includes(true))
    keepTokens(
      res,
      config,
      held.filter((_, index) => !forgotten[index]),
    )
}

function keepTokens(res: Response, config: CookieConfig, tokens: string[]): void {
  res.cookie(cookieName(config), tokens.join('.'), {
    httpOnly: true,
    secure: isSecure(config),
    sameSite: 'lax',
    path: '/',
    maxAge: tokens.length > 0 ? keptForMs : 0,
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
  const tokens = (cookie?.slice(name.length) ?? '').split('.').filter(isToken)
  return tokens.slice(0, keptTokens + 1)
}

/** The prefix makes a browser refuse the cookie from anybody but this very host over TLS. */
function cookieName(config: CookieConfig): string {
  return isSecure(config) ? '__Host-orders' : 'orders'
}

function isSecure({ siteUrl }: CookieConfig): boolean {
  return siteUrl.startsWith('https:')
}
